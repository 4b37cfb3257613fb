import type { CategoryNode } from "@/api/types";

/** The categories that have something to sell, with those of their parts that do: for menus. */
export function withProducts(categories: readonly CategoryNode[]): CategoryNode[] {
  return categories
    .filter(({ count }) => count > 0)
    .map((category) => ({ ...category, children: withProducts(category.children) }));
}
