import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Card } from "@/api/types";
import { CardCorner } from "@/features/catalog/cardSlot";
import { productQuery } from "@/features/catalog/queries";
import { Heart } from "@/features/wishlist/Heart";
import { CompareCorner } from "./compareParts";

/** Puts a heart, and a little later the way to compare, in the corner of every product card below. */
export function WishCorners({ children }: { children: ReactNode }) {
  const corner = (card: Card) => (
    <>
      <CardHeart card={card} />
      <CompareCorner product={card} />
    </>
  );
  return <CardCorner value={corner}>{children}</CardCorner>;
}

function CardHeart({ card: { skuId, productId, slug } }: { card: Card }) {
  const queryClient = useQueryClient();
  /** A card of many SKUs stands for the first that can be had. */
  const find = async () => {
    const { skus } = await queryClient.query(productQuery(slug));
    return (skus.find((sku) => sku.stock > 0) ?? skus[0])?.skuId ?? null;
  };
  return <Heart skuId={skuId} productId={productId} find={find} />;
}
