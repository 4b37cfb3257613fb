import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import DraftPage from "./DraftPage";
import { bodyOf, EMPTY, formOf, merged } from "./draftForm";
import type { Draft } from "./queries";

const usd = (amount: number) => ({ amount, currency: "USD" });
const HOSTILE = '<img src=x onerror="window.hit=1">';

const DRAFT: Draft = {
  id: 7,
  version: '"one"',
  state: "open",
  customer: null,
  contact: { email: "ada@example.com", phone: null, firstName: HOSTILE, lastName: null },
  address: null,
  lines: [{ skuId: 3, quantity: 2 }],
  shippingMethod: null,
  promoCode: null,
  discount: { amount: 550, reason: "For the wait" },
  deliveryNote: null,
  note: null,
  createdAt: "2026-11-20T08:00:00Z",
  updatedAt: "2026-11-20T08:00:00Z",
  author: "Priya Raman",
  orderId: null,
  placedAt: null,
  payment: null,
  payUntil: null,
  payLink: null,
};
const LINE = {
  id: 3,
  skuId: 3,
  quantity: 2,
  title: HOSTILE,
  slug: "bowl",
  image: null,
  options: [],
  price: usd(2500),
  compareAtPrice: null,
  lineTotal: usd(5000),
  availableQuantity: 1,
  maxQuantity: 99,
  problem: "quantity_unavailable",
  previousPrice: null,
  message: "Not enough.",
  giftCard: null,
};
const QUOTE = {
  quote: {
    lines: [LINE],
    gifts: [],
    subtotal: usd(5000),
    discounts: [{ name: "For the wait", amount: usd(550) }],
    discountHints: [],
    shippingMethods: [],
    shippingMethod: null,
    shippingTotal: usd(0),
    giftWrapOffered: null,
    giftWrap: null,
    taxes: [],
    total: usd(4450),
    walletUsed: usd(0),
    tenders: [],
    payable: usd(4450),
    problems: [],
  },
  goneSkuIds: [],
  payments: ["link", "cod", "manual"],
};
const PREVIEW = {
  total: usd(4450),
  payable: usd(4450),
  payUntil: "2026-11-22T08:00:00Z",
  stock: [{ skuId: 3, title: "Bowl", before: 5, after: 3 }],
  email: { to: "ada@example.com", subject: "Pay", html: "", text: "Pay now" },
};

let sent: { key: string; body: unknown; headers: Headers }[] = [];

function serve(answers: Record<string, unknown>) {
  sent = [];
  const all: Record<string, unknown> = {
    "GET /drafts/7": DRAFT,
    "POST /drafts/preview": QUOTE,
    ...answers,
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const key = `${request.method} ${new URL(request.url).pathname.replace("/api/admin/v1", "")}`;
    const text = await request.clone().text();
    sent.push({ key, body: text === "" ? null : JSON.parse(text), headers: request.headers });
    const output = all[key];
    if (output instanceof Error) {
      const error = { code: output.name, message: output.message, fields: {} };
      return Response.json({ status: false, output: null, error }, { status: 409 });
    }
    return Response.json({ status: true, output: output ?? [], error: null });
  });
}

const open = () => renderPage(<DraftPage />, { path: "/drafts/7", route: "/drafts/:id" });
const calls = (key: string) => sent.filter((one) => one.key === key);

afterEach(() => vi.unstubAllGlobals());

test("a draft shows totals, and items that are short", async () => {
  serve({});
  const { baseElement } = open();
  expect(await screen.findByText("$44.50")).toBeVisible();
  expect(screen.getByText("Only 1 is left. The order cannot be placed like this.")).toBeVisible();
  expect(screen.getByText("A draft reserves no stock until it is placed.")).toBeVisible();
  expect(baseElement.querySelector("img")).toBeNull();
  await expectAccessible(baseElement);
});

test("placing sends the previewed total, the version and a key", async () => {
  serve({
    "POST /drafts/7/order/preview": PREVIEW,
    "POST /drafts/7/order": { orderId: "SO-1", payLink: null },
  });
  const user = userEvent.setup();
  open();
  await screen.findByText("$44.50");
  await user.click(screen.getByRole("button", { name: "Place order" }));
  const panel = await screen.findByRole("region", { name: "Place order" });
  expect(await within(panel).findByText("Stock of Bowl: 5 → 3")).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Send payment link for $44.50" }));
  await waitFor(() => expect(calls("POST /drafts/7/order")).toHaveLength(1));
  const [placed] = calls("POST /drafts/7/order");
  expect(placed?.body).toEqual({ payment: "link", expectedTotal: 4450 });
  expect(placed?.headers.get("If-Match")).toBe('"one"');
  expect(placed?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("an order that was paid outside is placed with method, reference and day", async () => {
  serve({
    "POST /drafts/7/order/preview": { ...PREVIEW, payUntil: null },
    "POST /drafts/7/order": { orderId: "SO-1", payLink: null },
  });
  const user = userEvent.setup();
  const { baseElement } = open();
  await screen.findByText("$44.50");
  await user.click(screen.getByRole("button", { name: "Place order" }));
  const panel = await screen.findByRole("region", { name: "Place order" });
  await user.click(within(panel).getByRole("radio", { name: "Paid outside" }));
  await user.click(within(panel).getByRole("radio", { name: "Card terminal" }));
  await user.type(within(panel).getByLabelText("Reference"), " T-17 ");
  const day = within(panel).getByLabelText("Received on");
  await user.clear(day);
  const place = await within(panel).findByRole("button", { name: "Place order, $44.50 paid" });
  expect(place).toBeDisabled();
  await user.type(day, "2026-11-20");
  await expectAccessible(baseElement);
  await user.click(place);
  await waitFor(() => expect(calls("POST /drafts/7/order")).toHaveLength(1));
  expect(calls("POST /drafts/7/order")[0]?.body).toEqual({
    payment: "manual",
    expectedTotal: 4450,
    manual: { method: "card_terminal", reference: "T-17", receivedOn: "2026-11-20" },
  });
});

test("who may not mark orders as paid is not offered it", async () => {
  serve({ "POST /drafts/7/order/preview": PREVIEW });
  const user = userEvent.setup();
  renderPage(<DraftPage />, {
    path: "/drafts/7",
    route: "/drafts/:id",
    permissions: ["orders.create"],
  });
  await screen.findByText("$44.50");
  await user.click(screen.getByRole("button", { name: "Place order" }));
  const panel = await screen.findByRole("region", { name: "Place order" });
  expect(within(panel).getByRole("radio", { name: "Payment link" })).toBeChecked();
  expect(within(panel).queryByRole("radio", { name: "Paid outside" })).toBeNull();
});

test("an order that is refused is previewed again", async () => {
  const refused = Object.assign(new Error("The total has changed."), { name: "total_changed" });
  serve({ "POST /drafts/7/order/preview": PREVIEW, "POST /drafts/7/order": refused });
  const user = userEvent.setup();
  open();
  await screen.findByText("$44.50");
  await user.click(screen.getByRole("button", { name: "Place order" }));
  await user.click(await screen.findByRole("button", { name: "Send payment link for $44.50" }));
  expect(await screen.findByText("The total has changed.")).toBeVisible();
  await waitFor(() => expect(calls("POST /drafts/7/order/preview")).toHaveLength(2));
});

test("what is typed becomes the body, without half a discount or country", () => {
  const form = formOf(DRAFT, "USD");
  expect(bodyOf(form, "USD")).toMatchObject({
    customerId: null,
    address: null,
    lines: [{ skuId: 3, quantity: 2 }],
    discount: { amount: 550, reason: "For the wait" },
  });
  const half = {
    ...EMPTY,
    address: { ...EMPTY.address, city: " Seattle ", country: "U" },
    texts: { ...EMPTY.texts, discountAmount: "5" },
  };
  const body = bodyOf(half, "USD");
  expect(body.discount).toBeNull();
  expect(body.address).toMatchObject({ city: "Seattle", country: null });
});

test("of a conflict each part is kept or taken", () => {
  const mine = { ...EMPTY, lines: [{ skuId: 1, quantity: 1, title: "Mine" }] };
  const theirs = { ...EMPTY, texts: { ...EMPTY.texts, note: "Theirs" } };
  const result = merged(mine, theirs, new Set(["lines"]));
  expect(result.lines).toBe(mine.lines);
  expect(result.texts.note).toBe("Theirs");
});
