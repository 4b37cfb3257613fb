import { beforeEach, expect, it, vi } from "vitest";
import { setGuestGiftCards } from "./guestGiftCards";
import { setGuestSkuIds } from "./guestCart";

const written = vi.fn<(cookie: string) => void>();
const card = {
  skuId: 5,
  amount: 5000,
  recipientName: "Ana",
  recipientEmail: "ana@example.test",
  senderName: "Bo",
} as const;

beforeEach(() => {
  localStorage.clear();
  setGuestGiftCards([]);
  written.mockReset();
  vi.spyOn(document, "cookie", "set").mockImplementation(written);
});

it("the server gets a guest's cart with requests for the cart's page alone", () => {
  setGuestSkuIds([17, 17, 9]);
  expect(written).toHaveBeenLastCalledWith(
    "shownCart=17x2_9x1; path=/cart; max-age=7776000; samesite=lax",
  );
  setGuestSkuIds([]);
  expect(written).toHaveBeenLastCalledWith(
    expect.stringContaining("shownCart=; path=/cart; max-age=0"),
  );
});

it("the server does not get a cart with a gift card, of which it could show only a part", () => {
  setGuestSkuIds([17]);
  setGuestGiftCards([card]);
  expect(written).toHaveBeenLastCalledWith(expect.stringContaining("shownCart=; "));
  setGuestSkuIds([17, 9]);
  expect(written).toHaveBeenLastCalledWith(expect.stringContaining("shownCart=; "));
});
