import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrderDetails } from "@/api/types";
import { LEFT_TO_PAY } from "@/storage/keys";
import { writeTab } from "@/storage/tabStorage";
import { isReturnFromPayment } from "./paymentRedirect";
import { PaymentStatus } from "./PaymentStatus";
import { paymentState } from "./paymentState";

const step = (status: number, by: string) =>
  ({ status, label: "", time: "", by }) as OrderDetails["timeline"][number];
const unpaid = {
  orderId: "SO-7K2M-9QXD",
  status: 0,
  paymentStatus: 0,
  payUntil: "2026-11-21T19:30:00Z",
  amountDue: { amount: 0, currency: "USD" },
  timeline: [step(0, "customer")],
  allows: { pay: true },
} as unknown as OrderDetails;

const added = {
  ...unpaid,
  ...{ status: 2, paymentStatus: 1, amountDue: { amount: 1500, currency: "USD" } },
};

const ended = { ...unpaid, status: 8, paymentStatus: 2, allows: { ...unpaid.allows, pay: false } };

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

describe("the state of a payment", () => {
  it.each([
    ["unpaid", unpaid],
    ["declined", { ...unpaid, paymentStatus: 2 }],
    ["none", { ...unpaid, status: 1, paymentStatus: 1 }],
    ["added", added],
    ["added", { ...added, paymentStatus: 4 }],
    ["expired", { ...ended, timeline: [step(0, "customer"), step(8, "system")] }],
    ["none", { ...ended, status: 7, timeline: [step(7, "customer")] }],
    ["none", { ...ended, timeline: [step(8, "operator")] }],
    ["refunded", { ...ended, paymentStatus: 3, timeline: [step(8, "system")] }],
    ["refunding", { ...ended, status: 7, paymentStatus: 1, timeline: [step(7, "customer")] }],
    ["none", { ...ended, status: 7, paymentStatus: 3, timeline: [step(7, "customer")] }],
    ["none", { ...unpaid, payUntil: null, status: 7, paymentStatus: 2 }],
    ["none", { ...unpaid, status: 12, paymentStatus: 4 }],
  ])("is %s", (state, order) => {
    expect(paymentState(order)).toBe(state);
  });
});

function show(order: OrderDetails) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentStatus order={order} orderKey={null} />
    </QueryClientProvider>,
  );
}

describe("the status of a payment", () => {
  it("offers to pay an unpaid order", () => {
    show(unpaid);
    expect(screen.getByText("Not paid yet")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Pay now" })).toBeEnabled();
  });

  it("offers to pay for items that were added to a paid order", () => {
    show(added);
    expect(screen.getByText("To pay: $15.00")).toBeInTheDocument();
    expect(screen.getByText(/Items were added to your order/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Pay now" })).toBeEnabled();
  });

  it("checks the payment for a while after the shopper returned", () => {
    vi.useFakeTimers();
    writeTab(LEFT_TO_PAY, window.location.pathname);
    show(unpaid);
    expect(screen.getByText("Checking your payment")).toBeInTheDocument();
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByText("Not paid yet")).toBeInTheDocument();
  });

  it("shows a declined payment, even while checking", () => {
    writeTab(LEFT_TO_PAY, window.location.pathname);
    show({ ...unpaid, paymentStatus: 2 });
    expect(screen.getByText("The payment did not go through")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Pay now" })).toBeEnabled();
  });

  it("stops checking once there is a result", () => {
    writeTab(LEFT_TO_PAY, window.location.pathname);
    show({ ...unpaid, status: 1, paymentStatus: 1 });
    expect(isReturnFromPayment()).toBe(false);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
