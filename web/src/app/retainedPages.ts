/** Which page is retained when it is left. */
import type { Location } from "react-router";

export interface RetainedPage {
  location: Location;
  isPublic: boolean;
}

export interface ShownPages<Page extends RetainedPage> {
  page: Page;
  /** A product that was opened on a page: while it is shown, the page is retained. */
  over: Page | null;
}

const isProduct = ({ location }: RetainedPage) => location.pathname.startsWith("/products/");

/**
 * The pages after a navigation to `next`. A public page that is left for a product is retained as long as products are
 * shown: the browser's Back then shows it without rendering it again. At most one, so that memory is bounded.
 */
export function pagesAfter<Page extends RetainedPage>(
  { page, over }: ShownPages<Page>,
  next: Page,
): ShownPages<Page> {
  const isSame = next.location.key === page.location.key;
  const isOpened = over !== null || (page.isPublic && !isProduct(page) && !isSame);
  if (isOpened && isProduct(next)) return { page, over: next };
  // As it was left, so that nothing in it is rendered.
  return { page: over && isSame ? page : next, over: null };
}
