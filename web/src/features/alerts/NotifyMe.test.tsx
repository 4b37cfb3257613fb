import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SkuDetails } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { setSessionRestore } from "@/state/waitForSession";
import { NotifyMe } from "./NotifyMe";

const sku = { skuId: 8, inStock: true } as SkuDetails;
const email = "dana@example.test";
const details = { id: 5, email } as never;

beforeEach(() => {
  resetAppState();
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const added = (input as Request).method === "POST";
    const output = added ? { skuId: 8, kind: "price", email } : [];
    return Promise.resolve(Response.json({ status: true, output, error: null }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  setSessionRestore(Promise.resolve());
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NotifyMe sku={sku} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Notify me when the price drops" }));
}

it("asks a guest for an address", async () => {
  show();
  expect(await screen.findByLabelText("Email for this alert")).toBeInTheDocument();
});

it("asks a customer for none, even if the session is still being restored", async () => {
  let restored: () => void = () => undefined;
  setSessionRestore(new Promise((resolve) => (restored = resolve)));
  show();
  expect(screen.queryByLabelText("Email for this alert")).not.toBeInTheDocument();
  act(() => {
    useAppState.setState({ userDetails: { token: "a", refreshToken: "r", details } });
    restored();
  });
  expect(
    await screen.findByText(`We will email ${email} when the price drops.`),
  ).toBeInTheDocument();
  expect(screen.queryByLabelText("Email for this alert")).not.toBeInTheDocument();
});
