import { create } from "zustand";

interface PageHead {
  /**
   * Path and query of the last page whose head was loaded or failed to load; null before the first
   * navigation. Until it is loaded, a missing page may still be redirected.
   */
  loadedFor: string | null;
  /** The title in the server's head markup; null until one is loaded after the document. */
  serverTitle: string | null;
  /** Title set by the page, such as an order number; overrides the server's. */
  pageTitle: string | null;
}

export const usePageHead = create<PageHead>()(() => ({
  loadedFor: null,
  serverTitle: null,
  pageTitle: null,
}));

/** Changes one of the two titles and updates the document. */
export function showTitle(change: Partial<Pick<PageHead, "serverTitle" | "pageTitle">>): void {
  usePageHead.setState(change);
  const { serverTitle, pageTitle } = usePageHead.getState();
  const title = pageTitle ?? serverTitle;
  if (title !== null) document.title = title;
}
