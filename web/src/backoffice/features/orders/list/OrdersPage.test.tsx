import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import OrdersPage from "./OrdersPage";
import { filterOf, type ListedOrder } from "./queries";

const order = (id: number, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  id,
  orderId: `SO-000${String(id)}-AAAA`,
  placedAt: "2026-11-23T15:31:00.000Z",
  firstName: "Amara",
  lastName: `Nwosu ${String(id)}`,
  customerId: 7,
  place: { city: "Brooklyn", state: "NY", country: "US" },
  payment: "paid",
  fulfilment: "to_confirm",
  shipBy: "2026-11-25",
  late: false,
  items: 3,
  total: { amount: 8206, currency: "USD" },
  hasNote: false,
  hasHint: false,
  refundWaits: false,
  isTest: false,
  amountDue: null,
  ...changes,
});

const ROWS = [
  order(1, { hasHint: true }),
  order(2, { payment: "in_progress" }),
  order(3, { fulfilment: "to_pack", late: true, hasNote: true }),
];
const count = (value: number, exact = true) => ({ value, exact });
const preview = {
  operation: "orders.confirm",
  total: 3,
  toDo: 1,
  reasons: [{ reason: "Not paid yet", count: 2, examples: ["SO-0002-AAAA"] }],
  effects: ["Customers get no email."],
  columns: [],
  exact: true,
  version: "v1",
};

interface Sent {
  method: string;
  path: string;
  body: unknown;
  key: string | null;
}
let sent: Sent[] = [];
let answers: Record<string, unknown> = {};

function outputOf(path: string): unknown {
  if (path in answers) return answers[path];
  if (path.endsWith("/orders/counts")) {
    return {
      all: count(10000, false),
      toConfirm: count(6),
      toPack: count(14),
      toShip: count(5),
      late: count(3),
      toRefund: count(2),
      test: count(1),
    };
  }
  if (path.endsWith("/orders/count")) return count(142);
  if (path.endsWith("/orders/filters")) {
    return { countries: ["US"], methods: ["standard"], tenders: ["online"] };
  }
  if (path.endsWith("/v1/orders")) {
    return { items: ROWS, nextCursor: "n", previousCursor: null, newestId: 3, partial: false };
  }
  if (path.endsWith("/bulk/preview")) return preview;
  if (path.endsWith("/bulk")) return { items: [], nextCursor: null, previousCursor: null };
  return [];
}

beforeEach(() => {
  sent = [];
  answers = {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body: unknown = request.method === "GET" ? null : await request.clone().json();
    const key = request.headers.get("Idempotency-Key");
    sent.push({ method: request.method, path: pathname + search, body, key });
    return Response.json({ status: true, output: outputOf(pathname), error: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (path = "/orders", options = {}) => renderPage(<OrdersPage />, { path, ...options });

it("lists orders with statuses, marks and capped counts", async () => {
  const { container } = open();
  await screen.findByRole("link", { name: /SO-0001/ });
  expect(screen.getByText("Has a hint to check")).toBeInTheDocument();
  expect(screen.getByText("Has a note")).toBeInTheDocument();
  expect(screen.getByText("To pack, late")).toBeInTheDocument();
  expect(await screen.findByText("142 orders")).toBeInTheDocument();
  expect(await screen.findByText("10,000+")).toBeInTheDocument();
  await expectAccessible(container);
});

it("asks with the filters of the view and the address", async () => {
  open("/orders?view=to-pack&q=amara&total=5000..&country=US,DE");
  await screen.findByRole("link", { name: /SO-0001/ });
  const requested = sent.find(({ path }) => path.includes("/orders?"))?.path ?? "";
  const query = new URLSearchParams(requested.split("?")[1]);
  expect(query.get("search")).toBe("amara");
  expect(query.getAll("fulfilment")).toEqual(["to_pack"]);
  expect(query.getAll("country")).toEqual(["US", "DE"]);
  expect(query.get("totalMin")).toBe("5000");
  expect(query.has("totalMax")).toBe(false);
});

it("says what will happen to the selected orders before it starts", async () => {
  const user = userEvent.setup();
  open();
  await screen.findByRole("link", { name: /SO-0001/ });
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  const bar = screen.getByRole("region", { name: "Bulk actions" });
  expect(within(bar).getByText("3 orders selected")).toBeInTheDocument();
  await user.click(within(bar).getByRole("button", { name: "Confirm 1 of 3" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm orders" });
  expect(await within(dialog).findByText(/Not paid yet/)).toBeInTheDocument();
  expect(within(dialog).getByText("Customers get no email.")).toBeInTheDocument();
  answers["/api/admin/v1/bulk"] = { id: 9, items: [] };
  await user.click(within(dialog).getByRole("button", { name: "Confirm 1 order" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const started = sent.find(({ method, path }) => method === "POST" && path.endsWith("/bulk"));
  expect(started?.body).toMatchObject({
    operation: "orders.confirm",
    scope: { kind: "ids", ids: [1, 2, 3] },
    version: "v1",
  });
  expect(started?.key).toBeTruthy();
});

it("selects all matches with the filter of the list", async () => {
  const user = userEvent.setup();
  open("/orders?payment=paid");
  await screen.findByRole("link", { name: /SO-0001/ });
  await screen.findByText("142 orders");
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  await user.click(screen.getByRole("button", { name: "Select all 142" }));
  await user.click(screen.getByRole("button", { name: "Confirm orders" }));
  await screen.findByRole("dialog", { name: "Confirm orders" });
  const requested = sent.find(({ path }) => path.endsWith("/bulk/preview"));
  expect(requested?.body).toMatchObject({
    scope: { kind: "filter", filter: { payment: ["paid"] } },
  });
});

async function openBulkMenu(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "More bulk actions" }));
  return screen.findByRole("menu");
}

it("prints documents for the selected orders", async () => {
  const user = userEvent.setup();
  open("/orders", { permissions: ["orders.read"] });
  await screen.findByRole("link", { name: /SO-0001/ });
  await user.click(screen.getByRole("checkbox", { name: "Select SO-0001-AAAA" }));
  await user.click(screen.getByRole("checkbox", { name: "Select SO-0003-AAAA" }));
  const menu = await openBulkMenu(user);
  const slips = within(menu).getByRole("menuitem", { name: "Packing slips" });
  expect(slips).toHaveAttribute(
    "href",
    "/api/admin/v1/order-documents/packing-slips?orders=SO-0001-AAAA,SO-0003-AAAA",
  );
  expect(within(menu).getByRole("menuitem", { name: "Pick list" })).toBeVisible();
});

it("prints all matches, up to what one document may have", async () => {
  const user = userEvent.setup();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:", revokeObjectURL: vi.fn() }),
  );
  open("/orders?payment=paid");
  await screen.findByRole("link", { name: /SO-0001/ });
  await screen.findByText("142 orders");
  answers["/api/admin/v1/orders"] = { items: ROWS, nextCursor: null, previousCursor: null };
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  await user.click(screen.getByRole("button", { name: "Select all 142" }));
  const menu = await openBulkMenu(user);
  await user.click(within(menu).getByRole("menuitem", { name: "Pick list" }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const listed = sent.filter(({ path }) => path.includes("limit=100"));
  expect(listed.map(({ path }) => path)).toEqual([expect.stringContaining("payment=paid")]);
  expect(decodeURIComponent(sent.at(-1)?.path ?? "")).toBe(
    "/api/admin/v1/order-documents/pick-list?orders=SO-0001-AAAA,SO-0002-AAAA,SO-0003-AAAA",
  );
});

it("offers only what the operator may do", async () => {
  const user = userEvent.setup();
  open("/orders", { permissions: ["orders.read"] });
  await screen.findByRole("link", { name: /SO-0001/ });
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  expect(screen.queryByRole("button", { name: /Confirm/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "New draft order" })).not.toBeInTheDocument();
});

it("leaves out values that are no filters of the API", () => {
  expect(filterOf({ sort: "-total", late: "yes", total: "..900", evil: "1" })).toEqual({
    late: true,
    totalMax: 900,
  });
});
