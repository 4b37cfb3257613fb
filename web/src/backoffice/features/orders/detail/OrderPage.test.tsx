import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../session/permissions";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { Order } from "./order";
import OrderPage from "./OrderPage";

const usd = (amount: number) => ({ amount, currency: "USD" });

const ORDER = {
  orderId: "SO-1256-K274",
  version: '"v1"',
  status: 1,
  statusLabel: "Confirmed",
  paymentStatus: 1,
  fulfilment: "to_confirm",
  payment: "paid",
  placedAt: "2026-11-17T19:14:00.000Z",
  deliveredAt: null,
  draftId: null,
  payUntil: null,
  amountDue: { amount: 0, currency: "USD" },
  shipBy: "2026-11-20",
  daysLate: 2,
  itemCount: 3,
  lines: [
    {
      lineId: 1,
      skuId: 1,
      productId: 1,
      sku: "KG-BOW-101-OAT",
      slug: "bowl",
      title: "Everyday bowl <b>",
      options: [{ name: "Glaze", value: "Oat" }],
      image: null,
      quantity: 3,
      price: usd(2200),
      compareAtPrice: null,
      lineTotal: usd(6600),
      discount: usd(0),
      tax: usd(0),
      returnable: true,
      gift: null,
      giftCard: null,
      cancelledQuantity: 0,
      returnedQuantity: 0,
      isGiftCard: false,
      shippedQuantity: 0,
      toShipQuantity: 3,
      exchangedQuantity: 0,
      available: 5,
    },
  ],
  parcels: [],
  contact: { email: "m@example.com", phone: null, firstName: "Margaret", lastName: "Oyelaran" },
  contactProven: false,
  customer: null,
  address: null,
  billingAddress: null,
  deliveryNote: null,
  giftMessage: "<script>alert(1)</script>",
  giftWrap: null,
  shippingMethod: null,
  subtotal: usd(6600),
  discounts: [],
  promoCode: null,
  shippingTotal: usd(0),
  taxes: [],
  total: usd(6600),
  cancelledTotal: usd(0),
  paymentMethod: "prepaid",
  tenders: [
    { kind: "online", label: "Paid online", amount: usd(6600), state: "taken", returned: usd(0) },
  ],
  payments: [],
  refunds: [],
  disputes: [],
  isTest: false,
  manualPayments: [],
  manualRefunds: [],
  toPay: usd(0),
  received: usd(6600),
  documents: [],
  returns: [],
  tickets: [],
  hints: [
    {
      kind: "country_mismatch",
      figures: { delivery: "US", billing: "DE" },
      foundAt: "2026-11-17T19:14:00.000Z",
      reviewedAt: null,
      reviewedBy: null,
    },
  ],
  noteCount: 1,
  actions: ["confirm", "pack", "ship", "cancel"],
  takeBack: null,
  storefrontUrl: "https://shop.example/order-detail/SO-1256-K274",
} satisfies Order;

const CONFIRMED: Order = {
  ...ORDER,
  status: 2,
  statusLabel: "Processing",
  fulfilment: "to_pack",
  actions: ["pack", "ship", "cancel"],
  takeBack: { fromStatus: 2, toStatus: 1, label: "Confirmed", emailSentAt: null },
};

const TIMELINE = {
  items: [
    {
      id: "note:1",
      type: "note",
      at: "2026-11-18T19:14:00.000Z",
      by: "operator",
      person: "Lena Hoff",
      label: null,
      text: "Asked <i>Ada</i>.",
      reference: "1",
      amount: null,
      state: "7",
      status: null,
      statusLabel: null,
      paymentStatus: null,
    },
    {
      id: "email:placed",
      type: "email",
      at: "2026-11-17T19:14:00.000Z",
      by: "system",
      person: null,
      label: "placed",
      text: null,
      reference: "placed",
      amount: null,
      state: "sent",
      status: null,
      statusLabel: null,
      paymentStatus: null,
    },
  ],
  nextCursor: null,
  previousCursor: null,
};

let order: Order;
let requests: { method: string; path: string; body: unknown }[];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.replace("/api/admin/v1", "");
  const text = await request.text();
  requests.push({
    method: request.method,
    path,
    body: text ? (JSON.parse(text) as unknown) : null,
  });
  const outputs: Record<string, () => unknown> = {
    [`GET /orders/${ORDER.orderId}`]: () => order,
    [`GET /orders/${ORDER.orderId}/timeline`]: () => TIMELINE,
    [`POST /orders/${ORDER.orderId}/steps`]: () => (order = CONFIRMED),
    [`POST /orders/${ORDER.orderId}/steps/take-back`]: () => (order = ORDER),
    [`PUT /presence/order/${ORDER.orderId}`]: () => ({
      others: [{ operatorId: 7, name: "Lena Hoff", mode: "editing" }],
      nextHeartbeatSeconds: 30,
    }),
    [`POST /orders/${ORDER.orderId}/links/revoke`]: () => order,
    "GET /mentionable": () => [{ id: 7, name: "Lena Hoff" }],
    [`POST /notes/order/${ORDER.orderId}`]: () => ({}),
  };
  const output = outputs[`${request.method} ${path}`];
  return output
    ? Response.json({ status: true, output: output(), error: null })
    : Response.json(
        { status: false, output: null, error: { code: "not_found", message: "No.", fields: {} } },
        { status: 404 },
      );
}

beforeEach(() => {
  order = ORDER;
  requests = [];
  vi.stubGlobal("fetch", (request: Request) => answer(request));
});
afterEach(() => vi.unstubAllGlobals());

async function open(permissions?: readonly Permission[]) {
  const view = renderPage(<OrderPage />, {
    path: `/orders/${ORDER.orderId}`,
    route: "/orders/:number",
    ...(permissions ? { permissions } : {}),
  });
  await screen.findByRole("heading", { level: 1, name: /SO-1256-K274/ });
  await screen.findByText("Asked <i>Ada</i>.");
  return view;
}

it("says why an order with unpaid added items cannot be packed", async () => {
  order = { ...CONFIRMED, actions: ["cancel"], amountDue: { amount: 1500, currency: "USD" } };
  await open();
  expect(screen.getAllByText("$15.00 to pay").length).toBeGreaterThan(0);
  const pack = screen.getByRole("button", { name: /^Pack/ });
  expect(pack).toHaveAttribute("aria-disabled", "true");
  expect(pack).toHaveAccessibleDescription("Waits until $15.00 is paid for added items");
  await userEvent.click(pack);
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it("shows an order with its late day, checks, notes and who edits it", async () => {
  const { container } = await open();
  expect(screen.getByText(/2 days late/)).toBeInTheDocument();
  expect(screen.getByText("Everyday bowl <b>")).toBeInTheDocument();
  expect(screen.getByText("<script>alert(1)</script>")).toBeInTheDocument();
  expect(screen.getByText("Billed in Germany, delivered to United States")).toBeInTheDocument();
  expect(screen.getByText("Order confirmation: email sent")).toBeInTheDocument();
  expect(await screen.findByText("Lena Hoff is editing")).toBeInTheDocument();
  await expectAccessible(container);
});

it("confirms at once and offers to take it back", async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByRole("button", { name: "Pack 3 items" })).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Confirm" })).toBeInTheDocument();
  const sent = requests.filter(({ method }) => method === "POST");
  expect(sent.map(({ body }) => body)).toEqual([
    { to: "processing" },
    { fromStatus: 2, toStatus: 1 },
  ]);
});

it("offers nothing that the operator may not do", async () => {
  await open(["orders.read"]);
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Mark as reviewed" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit contact" })).toBeNull();
  expect(screen.queryByLabelText("Note for your team")).toBeNull();
});

it("tells the people that a note mentions", async () => {
  const user = userEvent.setup();
  await open();
  const field = screen.getByLabelText("Note for your team");
  await user.type(field, "Please call @Len");
  await user.click(await screen.findByRole("option", { name: "Lena Hoff" }));
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(field).toHaveValue(""));
  const note = requests.find(({ path }) => path.startsWith("/notes/order/"));
  expect(note?.body).toEqual({ text: "Please call @Lena Hoff ", mentions: [7] });
});

function failWith(status: number, message: string): void {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json(
        { status: false, output: null, error: { code: "x", message, fields: {} } },
        { status },
      ),
    ),
  );
}

it("names what failed, with a way to try again", async () => {
  failWith(500, "Gone wrong.");
  renderPage(<OrderPage />, { path: "/orders/SO-1", route: "/orders/:number" });
  expect(
    await screen.findByText("The order could not be loaded.", { exact: false }),
  ).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});

it("does not offer to try again what does not exist", async () => {
  failWith(404, "There is no order SO-1.");
  renderPage(<OrderPage />, { path: "/orders/SO-1", route: "/orders/:number" });
  expect(
    await screen.findByText(
      "There is nothing at this address. It was removed, or the address is wrong.",
    ),
  ).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("revokes the order's links from the menu, after it said what will happen", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Revoke order links" }));
  await screen.findByText(/also the link to pay for it/);
  const sent = () => requests.filter(({ path }) => path.endsWith("/links/revoke"));
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Revoke order links" }));
  await screen.findByText("The links sent before no longer work.");
  expect(sent()).toHaveLength(1);
});

it("offers to revoke links only to those who may edit orders", async () => {
  await open(["orders.read", "orders.fulfil"]);
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await screen.findByRole("menuitem", { name: "View as the customer" });
  expect(screen.queryByRole("menuitem", { name: "Revoke order links" })).toBeNull();
});
