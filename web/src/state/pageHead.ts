import { create } from "zustand";

interface PageHead {
  /**
   * The page, by path and search, whose head has come or is known not to; null where nobody has gone
   * anywhere yet. Until then a page that the shop does not have may turn out to bear another name.
   */
  settledFor: string | null;
  /** The title that the screen itself knows better than the server, such as an order's number. */
  title: string | null;
}

export const usePageHead = create<PageHead>()(() => ({ settledFor: null, title: null }));
