import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SkuDetails } from "@/api/types";
import { resetAppState, useAppState } from "@/state/appState";
import { setRestoring } from "@/state/sessionRestored";
import { TellMe } from "./TellMe";

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
  setRestoring(Promise.resolve());
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TellMe sku={sku} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Tell me when it costs less" }));
}

it("asks a guest for an address", async () => {
  show();
  expect(await screen.findByLabelText("Email for this")).toBeInTheDocument();
});

it("asks a customer for none, even if the session is still being restored", async () => {
  let restored: () => void = () => undefined;
  setRestoring(new Promise((resolve) => (restored = resolve)));
  show();
  expect(screen.queryByLabelText("Email for this")).not.toBeInTheDocument();
  act(() => {
    useAppState.setState({ userDetails: { token: "a", refreshToken: "r", details } });
    restored();
  });
  expect(await screen.findByText(`We write to ${email} when it costs less.`)).toBeInTheDocument();
  expect(screen.queryByLabelText("Email for this")).not.toBeInTheDocument();
});
