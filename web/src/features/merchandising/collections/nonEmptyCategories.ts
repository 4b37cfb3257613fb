import type { CategoryNode } from "@/api/types";

/** The categories and subcategories that have products, for menus. */
export function nonEmptyCategories(categories: readonly CategoryNode[]): CategoryNode[] {
  return categories
    .filter(({ count }) => count > 0)
    .map((category) => ({ ...category, children: nonEmptyCategories(category.children) }));
}
