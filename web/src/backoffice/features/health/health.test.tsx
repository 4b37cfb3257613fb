import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { PaymentsPanel } from "./PaymentsPanel";
import type { StuckMoney } from "./queries";

const PAYMENT = {
  id: "pay_1",
  provider: "stripe",
  state: "open",
  amount: { amount: 6400, currency: "USD" },
  paidFor: "SO-7K2M-9QXD",
  otherAmount: null,
};
const REFUND = {
  id: "rf_1",
  provider: "razorpay",
  state: "refused" as const,
  amount: { amount: 700, currency: "USD" },
  paidFor: "SO-GM3F-FC6V",
  reason: "return",
  canSendAgain: false,
  canMarkSent: true,
};

let stuck: StuckMoney;
const sent: { path: string; body: string; key: string | null }[] = [];

beforeEach(() => {
  stuck = { payments: [PAYMENT], refunds: [REFUND] };
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    if (request.method === "GET") {
      return Response.json({ status: true, output: stuck, error: null });
    }
    const key = request.headers.get("Idempotency-Key");
    sent.push({ path, body: await request.text(), key });
    const isPayment = path.startsWith("/gateway-payments");
    stuck = isPayment ? { ...stuck, payments: [] } : { ...stuck, refunds: [] };
    const output = isPayment ? { decision: "confirm" } : null;
    return Response.json({ status: true, output, error: null });
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a payment is settled with what was found at the provider", async () => {
  const { container } = renderPage(<PaymentsPanel />);
  await userEvent.click(
    await screen.findByRole("button", { name: "Decide about the payment of SO-7K2M-9QXD" }),
  );
  const dialog = await screen.findByRole("dialog", { name: "Payment of $64.00 for SO-7K2M-9QXD" });
  const button = within(dialog).getByRole("button", { name: "Record as paid" });
  expect(button).toBeDisabled();
  await userEvent.click(within(dialog).getByRole("radio", { name: "The money is there" }));
  expect(button).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText("How did you find out?"), "Transfer 81");
  await expectAccessible(container);
  await userEvent.click(button);
  await screen.findByText("The order is paid.");
  expect(screen.queryByText(/pay_1/)).not.toBeInTheDocument();
  expect(sent).toMatchObject([
    {
      path: "/gateway-payments/pay_1/decision",
      body: JSON.stringify({ outcome: "paid", note: "Transfer 81" }),
    },
  ]);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test("a refund whose provider cannot be called is recorded as sent", async () => {
  renderPage(<PaymentsPanel />);
  expect(screen.queryByRole("button", { name: /^Send the refund/ })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: /by other means$/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Record as sent" }));
  await screen.findByText("The refund of $7.00 is recorded as sent.");
  expect(sent.map(({ path }) => path)).toEqual(["/gateway-refunds/rf_1/sent"]);
});

test("who may not pay refunds sees what is stuck without buttons", async () => {
  renderPage(<PaymentsPanel />, { permissions: ["health.read"] });
  await screen.findByText("Open past its time");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
