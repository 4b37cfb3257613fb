import type { Card, ProductDetails } from "@/api/types";
import { hasSwatches } from "../options/options";

/** Makes a product's card from its details. */
export function toCard(product: ProductDetails): Card {
  const { brand, images, options } = product;
  const swatchOption = options.find(hasSwatches);
  return {
    ...product,
    brand: brand?.name ?? null,
    image: images[0] ?? null,
    swatches: (swatchOption?.values ?? []).flatMap(({ value, colour }) =>
      colour === null ? [] : [{ value, colour, image: null }],
    ),
  };
}
