import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import CountPage from "./CountPage";
import DeliveryPage from "./DeliveryPage";
import LocationsPage from "./LocationsPage";
import { HOSTILE, ITEM, LOCATIONS, sent, serve } from "./serving";
import SkuPage from "./SkuPage";
import StockPage from "./StockPage";

const DETAILS = {
  item: ITEM,
  supplied: 15,
  sold: 5,
  productId: 2,
  ownLowAt: null,
  productLowAt: 4,
  categoryLowAt: 3,
  category: "Tableware",
  shopLowAt: 3,
  soldRecently: 5,
  daysOfCover: 42,
  reservations: [{ orderId: "SO-1256", quantity: 3, taken: 3, time: "2026-11-20T08:00:00Z" }],
  incoming: [{ deliveryId: 9, supplier: "Kiln & Co", expectedOn: "2026-12-01", units: 4 }],
  inTransit: [{ transferId: 7, target: "Store", units: 2, sentAt: "2026-11-20T08:00:00Z" }],
};
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
