import type { QueryClient } from "@tanstack/react-query";
import type { Card, ProductDetails, SkuCard, SkuDetails, Suggestion } from "@/api/types";
import { productQuery } from "../queries";

/** The first parts of the keys of queries whose data contains cards. */
const SOURCES = ["catalog", "wishlist", "recommendations"];

/** How deep the cards of the home page are in its data. */
const MAX_DEPTH = 8;

type Fields = Record<string, unknown>;

/** All objects in the data of a query that have the slug of a product and its price. */
function* findIn(data: unknown, slug: string, depth = 0): Generator<Fields> {
  if (typeof data !== "object" || data === null || depth > MAX_DEPTH) return;
  const fields = data as Fields;
  if (fields["slug"] === slug && fields["price"]) yield fields;
  else for (const part of Object.values(fields)) yield* findIn(part, slug, depth + 1);
}

/** A suggestion has fewer fields than a card; its product was in stock when it was indexed. */
function cardOfSuggestion({ text, price, ...suggestion }: Suggestion): Card | null {
  if (price === null || suggestion.slug === null) return null;
  const { slug, image, compareAtPrice, priceVaries } = suggestion;
  return {
    ...{ slug, title: text, price, image, compareAtPrice, priceVaries },
    ...{ productId: 0, skuId: null, brand: null, createdAt: "", discountPercent: 0 },
    ...{ lowestPrice: null, inStock: true, stockNote: null, swatches: [] },
    ...{ averageRating: 0, ratingCount: 0 },
  };
}

function toCard(fields: Fields): Card | SkuCard | null {
  if ("ratingCount" in fields && "image" in fields) return fields as unknown as Card | SkuCard;
  return fields["kind"] === "product" ? cardOfSuggestion(fields as unknown as Suggestion) : null;
}

/**
 * The card of a product in the query cache: the most recent one, but one of the SKU before others, and a
 * suggestion only if there is nothing else. Null if the cache has none.
 */
function findCard(queryClient: QueryClient, slug: string, skuId: number | null) {
  const found = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => SOURCES.includes(String(queryKey[0])) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => [...findIn(state.data, slug)])
    .map(toCard)
    .filter((card) => card !== null);
  return (
    found.find((card) => skuId !== null && card.skuId === skuId) ??
    found.find(({ productId }) => productId !== 0) ??
    found[0] ??
    null
  );
}

function skuOf(card: Card | SkuCard): SkuDetails | null {
  const { skuId, price, compareAtPrice, discountPercent, lowestPrice, inStock, stockNote } = card;
  if (skuId === null) return null;
  return {
    ...{ skuId, price, compareAtPrice, discountPercent, lowestPrice, inStock, stockNote },
    ...{ sku: "", stock: 0, images: [], options: "options" in card ? card.options : [] },
  };
}

/** The details of a product as far as its card tells them; everything else is empty. */
function toDetails(card: Card | SkuCard): ProductDetails {
  const { brand, image } = card;
  const sku = skuOf(card);
  return {
    ...card,
    brand: brand === null ? null : { name: brand, slug: "" },
    images: image === null ? [] : [{ ...image, options: [] }],
    skus: sku === null ? [] : [sku],
    ...{ attributes: [], breadcrumbs: [], options: [], related: [], specification: [], tags: [] },
    ...{ descriptionHtml: "", dmContent: "", productType: "", summary: "", returnable: true },
    ...{ media: { videos: [], spin: null } },
    ...{ giftCard: null, maxPerOrder: null, sale: null, sizeGuide: null },
  };
}

/** What the query cache knows of a product whose details are not loaded; undefined if nothing. */
export function knownProduct(
  queryClient: QueryClient,
  slug: string,
  skuId: number | null,
): ProductDetails | undefined {
  const card = findCard(queryClient, slug, skuId);
  return card === null ? undefined : toDetails(card);
}

/** Whether the page of a product has something to show at once: its details, or a card. */
export function isKnown(queryClient: QueryClient, slug: string): boolean {
  return (
    queryClient.getQueryData(productQuery(slug).queryKey) !== undefined ||
    findCard(queryClient, slug, null) !== null
  );
}
