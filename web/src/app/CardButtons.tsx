import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Card } from "@/api/types";
import { CardCorner } from "@/features/products/cards/cardSlots";
import { productQuery } from "@/features/products/queries";
import { WishlistButton } from "@/features/wishlist/WishlistButton";
import { CardCompareButton } from "./lazyCompare";

/** Adds the wishlist and compare buttons to all product cards below. */
export function CardButtons({ children }: { children: ReactNode }) {
  return <CardCorner value={corner}>{children}</CardCorner>;
}

const corner = (card: Card) => (
  <>
    <CardHeart card={card} />
    <CardCompareButton product={card} />
  </>
);

function CardHeart({ card: { skuId, productId, slug } }: { card: Card }) {
  const queryClient = useQueryClient();
  /** A card with several SKUs uses the first one in stock. */
  const findSkuId = async () => {
    const { skus } = await queryClient.query(productQuery(slug));
    return (skus.find((sku) => sku.stock > 0) ?? skus[0])?.skuId ?? null;
  };
  return <WishlistButton skuId={skuId} productId={productId} findSkuId={findSkuId} />;
}
