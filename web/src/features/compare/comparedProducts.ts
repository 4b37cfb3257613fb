import { create } from "zustand";
import type { Picture } from "@/api/types";
import { onStorageChange, read, readList, remove, write } from "@/storage/browserStorage";
import { COMPARED_PRODUCTS } from "@/storage/keys";

export const MAX_COMPARED = 4;

/** A product to compare, with what the tray shows. */
export interface ComparedProduct {
  slug: string;
  title: string;
  image: Picture | null;
}

function isPicture(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { path, alt } = value as Partial<Picture>;
  return typeof path === "string" && typeof alt === "string";
}

function isComparedProduct(value: unknown): value is ComparedProduct {
  if (typeof value !== "object" || value === null) return false;
  const { slug, title, image } = value as Record<keyof ComparedProduct, unknown>;
  return typeof slug === "string" && slug !== "" && typeof title === "string" && isPicture(image);
}

function readStored(): ComparedProduct[] {
  const list = readList(COMPARED_PRODUCTS, isComparedProduct);
  const distinct = list.filter(
    ({ slug }, place) => list.findIndex((other) => other.slug === slug) === place,
  );
  return distinct.slice(0, MAX_COMPARED);
}

/** The products that the visitor compares, in the order they were added. */
export const useCompared = create<{ products: readonly ComparedProduct[] }>()(() => ({
  products: readStored(),
}));

function store(products: readonly ComparedProduct[]): void {
  useCompared.setState({ products });
  if (products.length > 0) write(COMPARED_PRODUCTS, JSON.stringify(products));
  else if (read(COMPARED_PRODUCTS) !== null) remove(COMPARED_PRODUCTS);
}

/** Adds a product. Returns false if the comparison is full. */
export function addCompared({ slug, title, image }: ComparedProduct): boolean {
  const before = readStored();
  if (before.some((one) => one.slug === slug)) return true;
  if (before.length >= MAX_COMPARED) {
    useCompared.setState({ products: before });
    return false;
  }
  store([...before, { slug, title, image }]);
  return true;
}

export function removeCompared(slug: string): void {
  store(readStored().filter((one) => one.slug !== slug));
}

export function clearCompared(): void {
  store([]);
}

/** The URL of a comparison, which can be shared. */
export function compareLink(slugs: readonly string[]): string {
  return `/compare?${new URLSearchParams(slugs.map((slug) => ["product", slug]))}`;
}

/** The distinct products of such a URL, at most `MAX_COMPARED`; null if it names none. */
export function comparedSlugs(search: URLSearchParams): string[] | null {
  const slugs = search.getAll("product").filter((slug) => slug !== "");
  return slugs.length === 0 ? null : [...new Set(slugs)].slice(0, MAX_COMPARED);
}

onStorageChange((key) => {
  if (key === COMPARED_PRODUCTS || key === null) useCompared.setState({ products: readStored() });
});
