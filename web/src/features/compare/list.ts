import { create } from "zustand";
import type { Picture } from "@/api/types";
import { onOtherTab, read, readList, remove, write } from "@/storage/browserStorage";
import { COMPARED_PRODUCTS } from "@/storage/keys";

export const MAX_COMPARED = 4;

/** A chosen product, with what the tray shows of it. */
export interface Compared {
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

function isCompared(value: unknown): value is Compared {
  if (typeof value !== "object" || value === null) return false;
  const { slug, title, image } = value as Record<keyof Compared, unknown>;
  return typeof slug === "string" && slug !== "" && typeof title === "string" && isPicture(image);
}

function stored(): Compared[] {
  const list = readList(COMPARED_PRODUCTS, isCompared);
  const first = list.filter(
    ({ slug }, place) => list.findIndex((other) => other.slug === slug) === place,
  );
  return first.slice(0, MAX_COMPARED);
}

/** The products that the visitor compares, in the order chosen. */
export const useCompared = create<{ products: readonly Compared[] }>()(() => ({
  products: stored(),
}));

function keep(products: readonly Compared[]): void {
  useCompared.setState({ products });
  if (products.length > 0) write(COMPARED_PRODUCTS, JSON.stringify(products));
  else if (read(COMPARED_PRODUCTS) !== null) remove(COMPARED_PRODUCTS);
}

/** Adds a product, and says whether there was room for it. */
export function addCompared({ slug, title, image }: Compared): boolean {
  const before = stored();
  if (before.some((one) => one.slug === slug)) return true;
  if (before.length >= MAX_COMPARED) {
    useCompared.setState({ products: before });
    return false;
  }
  keep([...before, { slug, title, image }]);
  return true;
}

export function removeCompared(slug: string): void {
  keep(stored().filter((one) => one.slug !== slug));
}

export function clearCompared(): void {
  keep([]);
}

/** The address of a comparison; it can be shared. */
export function compareLink(slugs: readonly string[]): string {
  return `/compare?${new URLSearchParams(slugs.map((slug) => ["product", slug]))}`;
}

/** The products of such an address, each once and no more than fit; null where it names none. */
export function slugsIn(search: URLSearchParams): string[] | null {
  const slugs = search.getAll("product").filter((slug) => slug !== "");
  return slugs.length === 0 ? null : [...new Set(slugs)].slice(0, MAX_COMPARED);
}

onOtherTab((key) => {
  if (key === COMPARED_PRODUCTS || key === null) useCompared.setState({ products: stored() });
});
