import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../session/permissions";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { Order } from "../detail/order";
import CancelPanel from "./CancelPanel";
import RefundPanel from "./RefundPanel";

const usd = (amount: number) => ({ amount, currency: "USD" });

const OPTIONS = {
  paid: usd(45433),
  refunded: usd(1917),
  pending: usd(0),
  available: usd(43516),
  originalLimit: usd(38516),
  walletLimit: usd(43516),
  walletWaits: false,
  originalLabel: "Original payment",
  paidBackByHand: false,
  approvalAbove: usd(25000),
  delivery: null,
  giftWrap: null,
  lines: [
    {
      lineId: 7,
      title: "Shoulder carafe",
      sku: "SG-GLA-55-SEA",
      options: ["Sea"],
      image: null,
      quantity: 3,
      refundable: 2,
      unitAmount: usd(3780),
      unitTax: usd(246),
      taxIncluded: false,
      whyNot: "",
      unshipped: 0,
    },
    {
      lineId: 8,
      title: "Cotton waffle throw",
      sku: "TW",
      options: [],
      image: null,
      quantity: 1,
      refundable: 0,
      unitAmount: usd(8400),
      unitTax: usd(0),
      taxIncluded: false,
      whyNot: "not_shipped",
      unshipped: 1,
    },
  ],
  refunds: [],
  returns: [],
};

const preview = (version: string, before = 1917) => ({
  version,
  paid: usd(45433),
  refundedBefore: usd(before),
  pending: usd(0),
  amount: usd(4026),
  remainingAfter: usd(45433 - before - 4026),
  tax: usd(246),
  paidBackBefore: usd(0),
  parts: [{ kind: "online", label: "Original payment", amount: usd(4026) }],
  toWallet: usd(0),
  walletWaits: false,
  originalLimit: usd(38516),
  walletLimit: usd(43516),
  stock: [{ skuId: 1, title: "Shoulder carafe", before: 13, after: 14 }],
  creditNote: { number: "CN-000213", total: usd(4026) },
  email: { to: "m@example.com", subject: "Your refund", text: "…", html: "<p>Your refund</p>" },
  needsApproval: false,
});

type Reply = [status: number, body: unknown];

/** Answers the operators' API; `sent` has what was sent, newest last. */
function answer(replies: (path: string, body: unknown) => Reply) {
  const sent: { path: string; body: unknown; key: string | null }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1/orders/SO-1/", "");
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    sent.push({ path, body, key: request.headers.get("Idempotency-Key") });
    const [status, reply] = replies(path, body);
    const envelope =
      status < 400
        ? { status: true, output: reply, error: null }
        : { status: false, output: null, error: reply };
    return Response.json(envelope, { status });
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

const order = { orderId: "SO-1", fulfilment: "partly_shipped", lines: [] } as unknown as Order;

function show(permissions?: readonly Permission[]) {
  const onClose = vi.fn();
  const given = permissions ? { permissions } : {};
  const view = renderPage(
    <RefundPanel order={order} opened onClose={onClose} onChanged={vi.fn()} subject={null} />,
    given,
  );
  return { ...view, onClose };
}

it("says in figures what will happen, then grants and pays", async () => {
  const sent = answer((path) => {
    if (path === "refunds/preview") return [200, preview("v1")];
    if (path === "refunds/RF-1/pay") return [200, null];
    return [200, sent.at(-1)?.body ? "RF-1" : OPTIONS];
  });
  const { onClose, container } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "One more Shoulder carafe" }));
  await user.click(screen.getByRole("checkbox", { name: "Restock Shoulder carafe" }));
  expect(await screen.findByText("Shoulder carafe: 13 → 14 available")).toBeVisible();
  expect(screen.getByText("−$40.26")).toBeVisible();
  expect(screen.getByText("Credit note CN-000213 over $40.26")).toBeVisible();
  expect(screen.getByText(/without a second approval/)).toHaveTextContent("$250.00");
  await expectAccessible(container);
  const button = screen.getByRole("button", { name: "Refund $40.26" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const granted = sent.find((one) => one.path === "refunds" && one.body);
  expect(granted?.body).toMatchObject({
    version: "v1",
    lines: [{ lineId: 7, quantity: 1, reason: "damaged", restock: true }],
  });
  const paid = sent.find((one) => one.path === "refunds/RF-1/pay");
  expect(paid?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(paid?.key).not.toBe(granted?.key);
});

it("shows the new figures if something changed in between", async () => {
  answer((path, body) => {
    if (path === "refunds/preview") return [200, preview("v1")];
    if (path === "refunds" && body) {
      const changed = { code: "preview_changed", message: "Something has changed." };
      return [409, { ...changed, fields: {}, preview: preview("v2", 5000) }];
    }
    return [200, OPTIONS];
  });
  const { onClose } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "One more Shoulder carafe" }));
  const button = await screen.findByRole("button", { name: "Refund $40.26" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText("Something has changed.")).toBeVisible();
  expect(await screen.findByText("−$50.00")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it("grants only, without the right to pay, and offers no amounts without that right", async () => {
  const sent = answer((path, body) => {
    if (path === "refunds/preview") return [200, preview("v1")];
    return [200, body ? "RF-1" : OPTIONS];
  });
  const { onClose } = show(["orders.read", "refunds.grant"]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "One more Shoulder carafe" }));
  expect(screen.queryByText("By amount")).toBeNull();
  const button = await screen.findByRole("button", { name: "Grant refund of $40.26" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.some((one) => one.path.endsWith("/pay"))).toBe(false);
});

it("cancels the items that are not shipped, as previewed", async () => {
  const outcome = {
    version: "c1",
    whole: false,
    isPaid: true,
    lines: [{ lineId: 8, title: "Cotton waffle throw", quantity: 1, amount: usd(8400) }],
    delivery: usd(0),
    amount: usd(8400),
    paid: usd(45433),
    refundedBefore: usd(0),
    remainingAfter: usd(37033),
    toPayBefore: usd(0),
    toPayAfter: usd(0),
    withdrawn: usd(0),
    parts: [{ kind: "online", label: "Original payment", amount: usd(8400) }],
    stock: [{ skuId: 8, title: "Cotton waffle throw", before: 0, after: 1 }],
    creditNote: null,
    email: null,
  };
  const sent = answer((path) => [200, path.endsWith("preview") ? outcome : null]);
  const line = {
    lineId: 8,
    title: "Cotton waffle throw",
    options: [],
    toShipQuantity: 1,
    gift: null,
  };
  const onClose = vi.fn();
  const shown = { ...order, lines: [line] } as unknown as Order;
  renderPage(
    <CancelPanel order={shown} opened onClose={onClose} onChanged={vi.fn()} subject={null} />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "One more Cotton waffle throw" }));
  const button = await screen.findByRole("button", { name: "Cancel 1 item" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)?.body).toEqual({ version: "c1", lines: [{ lineId: 8, quantity: 1 }] });
});
