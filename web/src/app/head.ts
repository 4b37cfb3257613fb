import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { safeNext } from "@/features/signin/next";
import { useAppState } from "@/state/appState";
import { usePageHead } from "@/state/pageHead";

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
}

/** Takes the last page's metadata away where the screen has none but its title. */
export function clearHead(): void {
  marked()
    .filter((element) => element.localName !== "title")
    .forEach((element) => element.remove());
}

let latest = 0;

/** Where a page is that has another name now; null for all other failures. */
function movedTo(error: unknown): string | null {
  const body = error instanceof ApiError && error.code === "moved" ? error.body : null;
  const to = (body as { error?: { movedTo?: unknown } } | null)?.error?.movedTo;
  return typeof to === "string" ? safeNext(to) : null;
}

/**
 * Fetches and shows the head of a page, unless the shopper has gone on meanwhile. A page that has
 * another name now is gone to instead.
 */
export async function loadHead(path: string, goTo: (path: string) => void): Promise<void> {
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
    document.title = useAppState.getState().companyLogoDetails.companyName;
  }
  usePageHead.setState({ settledFor: path });
}

/** Forgets a head that is still on its way: the page has its own, or it came with the document. */
export function dropPendingHead(path: string): void {
  latest += 1;
  usePageHead.setState({ settledFor: path });
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
