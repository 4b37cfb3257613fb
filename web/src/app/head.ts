import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { safeNext } from "@/features/signin/next";
import { useAppState } from "@/state/appState";
import { showTitle, usePageHead } from "@/state/pageHead";

const MARK = "data-page-head";

function marked(): Element[] {
  return [...document.head.querySelectorAll(`[${MARK}]`)];
}

/** Puts markup in the place of all marked elements. Scripts in it are data and never run. */
export function replaceHead(markup: string): void {
  const parsed = new DOMParser().parseFromString(`<head>${markup}</head>`, "text/html");
  const fresh = [...parsed.head.querySelectorAll(`[${MARK}]`)];
  marked().forEach((element) => element.remove());
  // A title without the mark would stand before the new one and win.
  if (fresh.some((element) => element.localName === "title")) {
    document.head.querySelectorAll("title").forEach((title) => title.remove());
  }
  document.head.append(...fresh.map((element) => document.importNode(element, true)));
  showTitle({ serverTitle: document.title });
}

/** Removes the last page's metadata where none could be had for this one. */
function clearHead(): void {
  marked()
    .filter((element) => element.localName !== "title")
    .forEach((element) => element.remove());
  showTitle({ serverTitle: useAppState.getState().companyLogoDetails.companyName });
}

let latest = 0;

/** Where a page is that has another name now; null for all other failures. */
function movedTo(error: unknown): string | null {
  const body = error instanceof ApiError && error.code === "moved" ? error.body : null;
  const to = (body as { error?: { movedTo?: unknown } } | null)?.error?.movedTo;
  return typeof to === "string" ? safeNext(to) : null;
}

/**
 * Fetches and shows the head of the page at `address` (path and query), unless the shopper has gone on
 * meanwhile. A page that has another name now is gone to instead. `path` is what the shop is asked
 * for: without the query where that is private.
 */
export async function loadHead(
  address: string,
  goTo: (path: string) => void,
  path = address,
): Promise<void> {
  const mine = ++latest;
  try {
    const { dmContent } = await ask(api.GET("/api/head", { params: { query: { path } } }));
    if (mine !== latest) return;
    replaceHead(dmContent);
  } catch (error) {
    const moved = movedTo(error);
    if (moved !== null) {
      if (mine === latest) goTo(moved);
      return;
    }
    console.error("Error fetching page metadata:", error);
    if (mine !== latest) return;
    clearHead();
  }
  usePageHead.setState({ settledFor: address });
}

/** Forgets a head that is still on its way: the one of this page came with the document. */
export function dropPendingHead(address: string): void {
  latest += 1;
  usePageHead.setState({ settledFor: address });
}

/** Shows the shop's own favicon as soon as it is known. */
export function showFavicon(path: string | null): void {
  if (path === null) return;
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) {
    link = document.createElement("link");
    link.rel = "icon";
    document.head.append(link);
  }
  if (link.getAttribute("href") !== path) link.href = path;
}
