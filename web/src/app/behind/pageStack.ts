/** Which pages are in the document: the current one, and the list that a product was opened from. */

interface Place {
  key: string;
  pathname: string;
  search: string;
}

/** Tells history entries apart. Those that the router has not made, such as of a link to a heading, have the same key. */
export function entryOf({ key, pathname, search }: Place): string {
  return `${key} ${pathname}${search}`;
}

export interface Page {
  /** Its history entry, as of `entryOf`. */
  entry: string;
  /** Name of its route. */
  name: string | undefined;
}

export interface PageStack<P extends Page> {
  current: P;
  /** The list behind the current page, which is a product's. */
  behind: P | null;
  /** Whether the browser's Back led to the current page while it was behind another. */
  isReturned: boolean;
  /** React's key of the current page; the one behind has the number before. */
  number: number;
}

export function firstPage<P extends Page>(current: P): PageStack<P> {
  return { current, behind: null, isReturned: false, number: 0 };
}

/**
 * The pages once the router shows `now`. Pages take the place of each other as the router's routes do, but a product
 * gets a place before its list. A list that is returned to stays what it was, so that nothing in it is rendered.
 */
export function pagesAfter<P extends Page>(
  pages: PageStack<P>,
  now: P,
  isList: (name: string | undefined) => boolean,
): PageStack<P> {
  const { current, behind, isReturned, number } = pages;
  if (now.entry === current.entry) return isReturned ? pages : { ...pages, current: now };
  if (now.entry === behind?.entry) {
    return { current: behind, behind: null, isReturned: true, number: number - 1 };
  }
  const isProduct = now.name === "product";
  if (isProduct && isList(current.name)) {
    return { current: now, behind: current, isReturned: false, number: number + 1 };
  }
  return { current: now, behind: isProduct ? behind : null, isReturned: false, number };
}
