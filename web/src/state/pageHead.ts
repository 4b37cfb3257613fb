import { create } from "zustand";

interface PageHead {
  /**
   * The page, by path and search, whose head has come or is known not to; null where nobody has gone
   * anywhere yet. Until then a page that the shop does not have may turn out to bear another name.
   */
  settledFor: string | null;
  /** The title in the server's head markup; null where none has come since the document. */
  serverTitle: string | null;
  /** The title that the screen itself knows better than the server, such as an order's number. */
  screenTitle: string | null;
}

export const usePageHead = create<PageHead>()(() => ({
  settledFor: null,
  serverTitle: null,
  screenTitle: null,
}));

/** Shows the page's title, whichever of its two comes first and changes when. */
export function showTitle(change: Partial<Pick<PageHead, "serverTitle" | "screenTitle">>): void {
  usePageHead.setState(change);
  const { serverTitle, screenTitle } = usePageHead.getState();
  const title = screenTitle ?? serverTitle;
  if (title !== null) document.title = title;
}
