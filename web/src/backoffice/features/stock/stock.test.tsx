import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import CountPage from "./CountPage";
import DeliveryPage from "./DeliveryPage";
import LocationsPage from "./LocationsPage";
import SkuPage from "./SkuPage";
import StockPage from "./StockPage";
import TransferPage from "./TransferPage";
import TransfersPage from "./TransfersPage";
import NewTransferPage from "./NewTransferPage";

const HOSTILE = '<img src=x onerror="window.hit=1">';
const ITEM = {
  skuId: 5,
  product: "Moss bowl",
  slug: "moss-bowl",
  options: "Small",
  sku: "BOWL-S",
  barcode: "4006381333931",
  tracked: true,
  backorder: false,
  onHand: 10,
  held: 3,
  sellable: 7,
  owed: 0,
  incoming: 4,
  inTransit: 2,
  lowAt: 3,
  isLow: false,
  levels: [
    { locationId: 1, location: "Main location", onHand: 8 },
    { locationId: 2, location: "Store", onHand: 2 },
  ],
};
const DETAILS = {
  item: ITEM,
  supplied: 15,
  sold: 5,
  productId: 2,
  ownLowAt: null,
  productLowAt: 4,
  shopLowAt: 3,
  soldRecently: 5,
  daysOfCover: 42,
  reservations: [{ orderId: "SO-1256", quantity: 3, taken: 3, time: "2026-11-20T08:00:00Z" }],
  incoming: [{ deliveryId: 9, supplier: "Kiln & Co", expectedOn: "2026-12-01", units: 4 }],
  inTransit: [{ transferId: 7, target: "Store", units: 2, sentAt: "2026-11-20T08:00:00Z" }],
};
const place = (id: number, name: string, changes = {}) => ({
  id,
  version: `"${id}"`,
  name,
  address: "",
  priority: id,
  isDefault: id === 1,
  active: true,
  units: 8,
  skus: 1,
  ...changes,
});
const LOCATIONS = { items: [place(1, "Main location"), place(2, "Store", { units: 0 })] };
const MOVEMENTS = {
  items: [
    {
      id: 2,
      location: "Main location",
      quantity: -5,
      kind: "sold",
      note: "",
      orderId: "SO-1200",
      deliveryId: null,
      countId: null,
      transferId: null,
      person: "Priya Raman",
      time: "2026-11-20T08:00:00Z",
    },
    {
      id: 1,
      location: "Main location",
      quantity: 15,
      kind: "opening",
      note: HOSTILE,
      orderId: null,
      deliveryId: null,
      countId: null,
      transferId: null,
      person: null,
      time: "2026-11-01T08:00:00Z",
    },
  ],
  nextCursor: null,
  previousCursor: null,
};

const requests: { method: string; path: string; body: string; key: string | null }[] = [];

function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const name = `${request.method} ${path}`;
    requests.push({
      method: request.method,
      path,
      body: await request.clone().text(),
      key: request.headers.get("Idempotency-Key"),
    });
    const output = answers[name];
    return output === undefined
      ? Response.json(
          { status: false, output: null, error: { code: "not_found", message: name, fields: {} } },
          { status: 404 },
        )
      : Response.json({ status: true, output, error: null });
  });
}

const sent = (method: string) => requests.filter((one) => one.method === method);

afterEach(() => vi.unstubAllGlobals());

test("the list says what can be ordered and what is owed", async () => {
  serve({
    "GET /stock": {
      items: [ITEM, { ...ITEM, skuId: 6, product: "Vase", sellable: 0, owed: 2 }],
      nextCursor: null,
      previousCursor: null,
    },
    "GET /stock/count": { value: 2, exact: true },
    "GET /stock/locations": LOCATIONS,
  });
  const { container } = renderPage(<StockPage />);
  expect(await screen.findByText("Moss bowl, Small")).toBeVisible();
  expect(screen.getByText("2 units owed")).toBeVisible();
  await expectAccessible(container);
});

const SKU_PAGE = {
  "GET /stock/skus/5": DETAILS,
  "GET /stock/skus/5/movements": MOVEMENTS,
  "GET /stock/locations": LOCATIONS,
};

test("an item shows its sum, its orders and its history as text", async () => {
  serve(SKU_PAGE);
  const { container } = renderPage(<SkuPage />, {
    path: "/stock/skus/5",
    route: "/stock/skus/:id",
  });
  const units = await screen.findByRole("region", { name: "Units" });
  expect(within(units).getByText("Supplied").nextSibling).toHaveTextContent("15");
  expect(screen.getByRole("link", { name: "SO-1256" })).toHaveAttribute("href", "/orders/SO-1256");
  expect(await screen.findByText(HOSTILE)).toBeVisible();
  expect(container.querySelector("img")).toBeNull();
  await expectAccessible(container);
});

test("units are removed with a reason, after a preview, with one key", async () => {
  serve({
    ...SKU_PAGE,
    "POST /stock/skus/5/changes/preview": {
      onHandBefore: 8,
      onHandAfter: 6,
      sellableBefore: 7,
      sellableAfter: 5,
    },
    "POST /stock/skus/5/changes": DETAILS,
  });
  const user = userEvent.setup();
  renderPage(<SkuPage />, { path: "/stock/skus/5", route: "/stock/skus/:id" });
  await user.click(await screen.findByRole("button", { name: "Change stock" }));
  const panel = await screen.findByRole("region", { name: "Change stock" });
  await user.click(within(panel).getByText("Remove"));
  await user.clear(within(panel).getByLabelText("Units"));
  await user.type(within(panel).getByLabelText("Units"), "2");
  expect(await within(panel).findByText("7 → 5")).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Remove 2 units" }));
  await waitFor(() => expect(sent("POST").some(({ key }) => key !== null)).toBe(true));
  const change = sent("POST").find(({ key }) => key !== null);
  expect(JSON.parse(change?.body ?? "")).toEqual({
    locationId: 1,
    quantity: -2,
    reason: "damage",
    note: "",
  });
});

test("an empty level says which one counts, and the product's can be set", async () => {
  serve({ ...SKU_PAGE, "PUT /stock/skus/5/product-low-level": { ...DETAILS, productLowAt: 8 } });
  const user = userEvent.setup();
  renderPage(<SkuPage />, { path: "/stock/skus/5", route: "/stock/skus/:id" });
  expect(await screen.findByText("Empty: the product's level, 4 units.")).toBeVisible();
  const field = screen.getByLabelText("All variants, low from");
  await user.clear(field);
  await user.type(field, "8");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Low-stock level saved")).toBeVisible();
  expect(JSON.parse(sent("PUT")[0]?.body ?? "")).toEqual({ lowAt: 8 });
});

test("who may only read sees no buttons", async () => {
  serve(SKU_PAGE);
  renderPage(<SkuPage />, {
    path: "/stock/skus/5",
    route: "/stock/skus/:id",
    permissions: ["stock.read"],
  });
  expect(await screen.findByRole("region", { name: "Units" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change stock" })).toBeNull();
  expect(screen.queryByRole("link", { name: "SO-1256" })).toBeNull();
});

const LINE = {
  skuId: 5,
  product: "Moss bowl",
  options: "",
  sku: "BOWL-S",
  barcode: "4006381333931",
  expected: 10,
  counted: 8,
  difference: -2,
  moved: -3,
  onHand: 7,
  onHandAfter: 5,
  held: 3,
  blocked: false,
  countedAt: "2026-11-20T08:00:00Z",
  countedBy: "Priya Raman",
};
const SHEET = {
  sheet: {
    id: 3,
    locationId: 1,
    location: "Main location",
    note: "Autumn",
    state: "open",
    lines: 1,
    createdAt: "2026-11-20T08:00:00Z",
    finishedAt: null,
    author: "Priya Raman",
  },
  lines: [LINE],
  units: -2,
};

test("a scanned barcode is counted, and scanning again adds one", async () => {
  serve({
    "GET /stock/counts/3": SHEET,
    "GET /stock": { items: [{ ...ITEM, skuId: 8 }], nextCursor: null, previousCursor: null },
    "PUT /stock/counts/3/figures/8": SHEET,
  });
  const user = userEvent.setup();
  const { container } = renderPage(<CountPage />, {
    path: "/stock/counts/3",
    route: "/stock/counts/:id",
  });
  expect(await screen.findByText("−3 moved since it was counted")).toBeVisible();
  const search = screen.getByLabelText("Scan or find an item");
  await user.type(search, "4006381333931{Enter}");
  await screen.findByRole("button", { name: "Save figure: 1" });
  await user.type(search, "4006381333931{Enter}");
  await user.click(await screen.findByRole("button", { name: "Save figure: 2" }));
  await waitFor(() => expect(sent("PUT")).toHaveLength(1));
  expect(JSON.parse(sent("PUT")[0]?.body ?? "")).toEqual({ counted: 2 });
  await expectAccessible(container);
});

test("a count that would remove held units cannot be applied", async () => {
  serve({ "GET /stock/counts/3": { ...SHEET, lines: [{ ...LINE, blocked: true }] } });
  renderPage(<CountPage />, { path: "/stock/counts/3", route: "/stock/counts/:id" });
  expect(await screen.findByText(/Orders hold 3 units/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Apply differences" })).toBeDisabled();
});

test("a delivery is received in part", async () => {
  const delivery = {
    version: '"1"',
    delivery: {
      id: 9,
      supplier: "Kiln & Co",
      expectedOn: null,
      locationId: 1,
      location: "Main location",
      state: "planned",
      units: 10,
      received: 4,
      createdAt: "2026-11-20T08:00:00Z",
    },
    note: "",
    author: "Priya Raman",
    total: { amount: 7000, currency: "USD" },
    lines: [{ ...LINE, quantity: 10, received: 4, cost: null, sellable: 7 }],
  };
  serve({
    "GET /stock/deliveries/9": delivery,
    "POST /stock/deliveries/9/receive": delivery,
  });
  const user = userEvent.setup();
  renderPage(<DeliveryPage />, {
    path: "/stock/deliveries/9",
    route: "/stock/deliveries/:id",
  });
  await user.click(await screen.findByRole("button", { name: "Receive" }));
  const panel = await screen.findByRole("region", { name: "Receive" });
  expect(within(panel).getByText("7 → 13")).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Add 6 units" }));
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  expect(JSON.parse(sent("POST")[0]?.body ?? "")).toEqual({
    lines: [{ skuId: 5, quantity: 6 }],
    note: "",
  });
});

const TRANSFER = {
  transfer: {
    id: 7,
    sourceId: 1,
    source: "Main location",
    targetId: 2,
    target: "Store",
    state: "sent",
    units: 6,
    received: 0,
    lost: 0,
    inTransit: 6,
    createdAt: "2026-11-20T08:00:00Z",
    sentAt: "2026-11-20T09:00:00Z",
    finishedAt: null,
  },
  note: HOSTILE,
  author: "Priya Raman",
  lines: [
    {
      skuId: 5,
      product: "Moss bowl",
      options: "",
      sku: "BOWL-S",
      barcode: "",
      quantity: 6,
      received: 0,
      lost: 0,
      returned: 0,
      inTransit: 6,
      sendable: 4,
    },
  ],
};
const DRAFT = {
  ...TRANSFER,
  transfer: { ...TRANSFER.transfer, state: "draft", inTransit: 0, sentAt: null },
};
const TRANSFER_ROUTE = { path: "/stock/transfers/7", route: "/stock/transfers/:id" };

test("the list begins with transfers under way", async () => {
  serve({
    "GET /stock/transfers": { items: [TRANSFER.transfer], nextCursor: null, previousCursor: null },
  });
  const { container } = renderPage(<TransfersPage />);
  expect(await screen.findByRole("link", { name: "Main location to Store" })).toBeVisible();
  expect(screen.getByRole("link", { name: "New transfer" })).toBeVisible();
  await expectAccessible(container);
});

test("a scanned item is drafted for another location", async () => {
  serve({
    "GET /stock/locations": LOCATIONS,
    "GET /stock": { items: [ITEM], nextCursor: null, previousCursor: null },
    "POST /stock/transfers": DRAFT,
  });
  const user = userEvent.setup();
  const { container } = renderPage(<NewTransferPage />);
  const search = await screen.findByLabelText("Scan or find an item");
  await user.type(search, "4006381333931{Enter}");
  expect(await screen.findByText("7 can be sent")).toBeVisible();
  await user.type(search, "4006381333931{Enter}");
  await waitFor(() => expect(screen.getByLabelText(/^Units of/)).toHaveValue("2"));
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: "Create transfer" }));
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  expect(JSON.parse(sent("POST")[0]?.body ?? "")).toEqual({
    sourceId: 1,
    targetId: 2,
    note: "",
    lines: [{ skuId: 5, quantity: 2 }],
  });
});

test("a draft with too many units cannot be sent", async () => {
  serve({ "GET /stock/transfers/7": DRAFT });
  renderPage(<TransferPage />, TRANSFER_ROUTE);
  expect(await screen.findByText("4 can be sent")).toBeVisible();
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Cancel transfer" })).toBeEnabled();
});

test("what arrives and what is lost never exceed what is in transit", async () => {
  serve({ "GET /stock/transfers/7": TRANSFER, "POST /stock/transfers/7/receive": TRANSFER });
  const user = userEvent.setup();
  const { container } = renderPage(<TransferPage />, TRANSFER_ROUTE);
  await user.click(await screen.findByRole("button", { name: "Receive" }));
  const panel = await screen.findByRole("region", { name: "Receive" });
  const lost = within(panel).getByLabelText(/^Damaged or lost units/);
  await user.clear(lost);
  await user.type(lost, "2");
  await expectAccessible(container);
  await user.click(within(panel).getByRole("button", { name: "Add 4 units" }));
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  expect(JSON.parse(sent("POST")[0]?.body ?? "")).toEqual({
    lines: [{ skuId: 5, received: 4, lost: 2 }],
    note: "",
  });
  expect(container.querySelector("img")).toBeNull();
});

test("who may only read neither receives nor cancels", async () => {
  serve({ "GET /stock/transfers/7": TRANSFER });
  renderPage(<TransferPage />, { ...TRANSFER_ROUTE, permissions: ["stock.read"] });
  expect(await screen.findByText(HOSTILE)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Receive" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel transfer" })).toBeNull();
});

test("only a location without units can be removed", async () => {
  serve({ "GET /stock/locations": LOCATIONS, "DELETE /stock/locations/2": {} });
  const user = userEvent.setup();
  const { container } = renderPage(<LocationsPage />);
  const [main, store] = await screen.findAllByRole("button", { name: "Remove" });
  expect(main).toBeDisabled();
  await user.click(store as HTMLElement);
  expect(await screen.findByText("Store removed")).toBeVisible();
  await expectAccessible(container);
});
