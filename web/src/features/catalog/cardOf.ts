import type { Card, ProductDetails } from "@/api/types";
import { isSwatched } from "./product/options";

/** The card of a product that is known whole. */
export function cardOf(product: ProductDetails): Card {
  const { brand, images, options } = product;
  const swatched = options.find(isSwatched);
  return {
    ...product,
    brand: brand?.name ?? null,
    image: images[0] ?? null,
    swatches: (swatched?.values ?? []).flatMap(({ value, colour }) =>
      colour === null ? [] : [{ value, colour, image: null }],
    ),
  };
}
