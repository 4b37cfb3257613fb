import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { resetAppState } from "@/state/appState";
import { setGuestWishlist, useGuestWishlist } from "./guestWishlist";
import { useOptimisticWishlist } from "./optimisticWishlist";
import { WishlistButton } from "./WishlistButton";

afterEach(() => {
  resetAppState();
  setGuestWishlist([]);
  vi.unstubAllGlobals();
});

it("stays pressed after a guest has added a product, whose cards are not loaded yet", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WishlistButton skuId={null} productId={1} findSkuId={() => Promise.resolve(7)} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add to wishlist" }));
  await waitFor(() => expect(useGuestWishlist.getState().skuIds).toEqual([7]));
  await waitFor(() => expect(useOptimisticWishlist.getState().saved.size).toBe(0));
  expect(screen.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(screen.getByRole("button", { name: "Remove from wishlist" }));
  await waitFor(() => expect(useGuestWishlist.getState().skuIds).toEqual([]));
  await waitFor(() => expect(screen.getByRole("button")).toHaveAttribute("aria-pressed", "false"));
});
