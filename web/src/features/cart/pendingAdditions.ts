import { create } from "zustand";
import type { Card, CartItem, ProductDetails, SkuCard, SkuDetails } from "@/api/types";

/** What the cart shows of an added SKU before the server has answered. */
export type PendingLine = Pick<CartItem, "title" | "slug" | "image" | "options" | "price">;

export interface PendingAddition {
  skuId: number;
  quantity: number;
  line: PendingLine;
}

/** Optimistic updates: units that are being added to the cart, in the order of the clicks. */
export const usePendingAdditions = create<{ additions: readonly PendingAddition[] }>()(() => ({
  additions: [],
}));

/** Shows an addition until the returned function is called. */
export function addPending(addition: PendingAddition): () => void {
  usePendingAdditions.setState(({ additions }) => ({ additions: [...additions, addition] }));
  return () => {
    usePendingAdditions.setState(({ additions }) => ({
      additions: additions.filter((other) => other !== addition),
    }));
  };
}

export function usePendingUnits(): number {
  return usePendingAdditions(({ additions }) =>
    additions.reduce((sum, { quantity }) => sum + quantity, 0),
  );
}

/** What a line shows of a card; only the card of one variant has options. */
type LineCard = Pick<Card, "title" | "slug" | "image" | "price"> &
  Partial<Pick<SkuCard, "options">>;

/** The line of a card's SKU. */
export function lineOfCard({ title, slug, image, price, options = [] }: LineCard): PendingLine {
  return { title, slug, image, price, options };
}

/** The line of a product's SKU. */
export function lineOfSku({ title, slug, images }: ProductDetails, sku: SkuDetails): PendingLine {
  const { price, options } = sku;
  return { title, slug, price, options, image: sku.images[0] ?? images[0] ?? null };
}
