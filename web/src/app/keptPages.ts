/** Which pages stay in the document when they are left. */
import { type Location, NavigationType } from "react-router";

export interface KeptPage {
  /** Stays the same as long as React keeps the page's elements and state. */
  id: number;
  location: Location;
  isPublic: boolean;
}

const isProduct = ({ pathname }: Location) => pathname.startsWith("/products/");

/**
 * The page that is shown, and after it the one that is kept: a public page that was left for a product, as long
 * as products are shown. The browser's Back then shows it without rendering it again. At most one, so that
 * memory is bounded.
 */
export function pagesAfter<Page extends KeptPage>(
  pages: readonly [Page, ...Page[]],
  next: Omit<Page, "id">,
  by: NavigationType,
): [Page, ...Page[]] {
  const [shown, ...kept] = pages;
  const updated = (page: Page) => ({ ...page, ...next });
  if (next.location.key === shown.location.key) return [updated(shown), ...kept];
  const returned = kept.find(({ location }) => location.key === next.location.key);
  // As it was left, so that nothing in it is rendered.
  if (returned) return [returned];
  if (!isProduct(next.location)) return [updated(shown)];
  if (isProduct(shown.location)) return [updated(shown), ...kept];
  return by !== NavigationType.Replace && shown.isPublic
    ? [{ ...updated(shown), id: shown.id + 1 }, shown]
    : [updated(shown)];
}
