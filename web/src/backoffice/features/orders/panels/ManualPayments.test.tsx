import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../session/permissions";
import { expectAccessible, renderPage } from "../../../ui/testing";
import { ManualPayments } from "../detail/ManualPayments";
import type { Order } from "../detail/order";
import MarkPaidPanel from "./MarkPaidPanel";
import PayBackPanel from "./PayBackPanel";
import type { OrderPanelProps } from "./props";

const usd = (amount: number) => ({ amount, currency: "USD" });
const HOSTILE = '<img src=x onerror="window.hit=1">';

const order = {
  orderId: "SO-1",
  payment: "in_progress",
  toPay: usd(4450),
  manualPayments: [
    {
      amount: usd(4450),
      method: "bank_transfer",
      reference: HOSTILE,
      receivedOn: "2026-11-20",
      recordedAt: "2026-11-21T08:00:00Z",
      recordedBy: "Priya Raman",
    },
  ],
  manualRefunds: [
    {
      refundId: 3,
      amount: usd(500),
      createdAt: "2026-11-22T08:00:00Z",
      method: "cash",
      reference: "",
      paidOn: "2026-11-22",
      recordedBy: "Lena Hoff",
    },
    {
      refundId: 4,
      amount: usd(700),
      createdAt: "2026-11-23T08:00:00Z",
      method: null,
      reference: "",
      paidOn: null,
      recordedBy: null,
    },
  ],
} as unknown as Order;

let sent: { path: string; body: unknown; key: string | null }[] = [];

function answer(status = 200, code = "payment_not_due") {
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1/orders/SO-1/", "");
    const body: unknown = JSON.parse(await request.text());
    sent.push({ path, body, key: request.headers.get("Idempotency-Key") });
    const error = { code, message: "Nothing is to be paid.", fields: {} };
    return status < 400
      ? Response.json({ status: true, output: null, error: null })
      : Response.json({ status: false, output: null, error }, { status });
  });
}

afterEach(() => vi.unstubAllGlobals());

function show(Panel: ComponentType<OrderPanelProps>, subject: string | null = null) {
  const onClose = vi.fn();
  const onChanged = vi.fn();
  const view = renderPage(
    <Panel order={order} opened onClose={onClose} onChanged={onChanged} subject={subject} />,
  );
  return { ...view, onClose, onChanged };
}

it("marks what is to be paid as paid", async () => {
  answer();
  const user = userEvent.setup();
  const { container, onClose } = show(MarkPaidPanel);
  expect(screen.getByText(/The payment link stops working/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Cash" }));
  await user.type(screen.getByLabelText("Reference"), "Till 2");
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: "Mark $44.50 as paid" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.path).toBe("manual-payments");
  expect(sent[0]?.body).toMatchObject({ amount: 4450, method: "cash", reference: "Till 2" });
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

it("says why an order could not be marked, and reads it again", async () => {
  answer(409);
  const { onChanged, onClose } = show(MarkPaidPanel);
  await userEvent.click(screen.getByRole("button", { name: "Mark $44.50 as paid" }));
  expect((await screen.findAllByText(/Nothing is to be paid/)).length).toBeGreaterThan(0);
  expect(onChanged).toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it("records how money was paid back, with the method that paid it", async () => {
  answer();
  const { container, onClose } = show(PayBackPanel, "4");
  expect(screen.getByRole("radio", { name: "Bank transfer" })).toBeChecked();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole("button", { name: "Record $7.00 as paid back" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.path).toBe("manual-refunds/4/paid");
  expect(sent[0]?.body).toMatchObject({ method: "bank_transfer", reference: "" });
});

function list(permissions?: readonly Permission[]) {
  const onPayBack = vi.fn();
  const given = permissions ? { permissions } : {};
  const view = renderPage(<ManualPayments order={order} onPayBack={onPayBack} />, given);
  return { ...view, onPayBack };
}

it("lists what was paid and paid back outside, and what waits", async () => {
  const { container, onPayBack } = list();
  expect(screen.getByText(`Paid outside: Bank transfer, reference ${HOSTILE}`)).toBeVisible();
  expect(screen.getByText("Paid back outside: Cash")).toBeVisible();
  expect(container.querySelector("img")).toBeNull();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole("button", { name: "Record as paid back" }));
  expect(onPayBack).toHaveBeenCalledWith(4);
});

it("leaves paying back to those who may", () => {
  list(["orders.read"]);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("Somebody with the right to pay refunds records it.")).toBeVisible();
});
