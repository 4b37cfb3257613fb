import { create } from "zustand";
import type { GiftCardLine } from "@/api/types";
import { onStorageChange, readList, write } from "@/storage/browserStorage";
import { GUEST_GIFT_CARDS } from "@/storage/keys";
import { setShownCart } from "./shownCart";

/** The gift cards of a guest's cart as they were filled in, identified by their position. */
export const useGuestGiftCards = create<{ cards: readonly GiftCardLine[] }>()(() => ({
  cards: [],
}));

export function isGiftCardLine(value: unknown): value is GiftCardLine {
  if (typeof value !== "object" || value === null) return false;
  const card = value as Record<keyof GiftCardLine, unknown>;
  return (
    typeof card.skuId === "number" &&
    typeof card.amount === "number" &&
    typeof card.recipientName === "string" &&
    typeof card.recipientEmail === "string" &&
    typeof card.senderName === "string"
  );
}

export function storedGiftCards(): readonly GiftCardLine[] {
  return readList(GUEST_GIFT_CARDS, isGiftCardLine);
}

export function setGuestGiftCards(cards: readonly GiftCardLine[]): void {
  write(GUEST_GIFT_CARDS, JSON.stringify(cards));
  if (cards.length > 0) setShownCart([]);
  useGuestGiftCards.setState({ cards });
}

/** Part of the cart's query key. */
export function giftCardsKey(): string {
  const { cards } = useGuestGiftCards.getState();
  return cards.length === 0 ? "" : JSON.stringify(cards);
}

/** Restores the stored list, and follows changes by other tabs. */
export function startGuestGiftCards(): void {
  const restore = () => useGuestGiftCards.setState({ cards: storedGiftCards() });
  restore();
  onStorageChange((key) => {
    if (key === GUEST_GIFT_CARDS || key === null) restore();
  });
}
