import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { safeNext } from "@/features/signin/next";
import { useAppState } from "@/state/appState";
import { showTitle, usePageHead } from "@/state/pageHead";

/** Attribute of the elements that belong to the current page. */
const MARK = "data-page-head";

function markedElements(): Element[] {
  return [...document.head.querySelectorAll(`[${MARK}]`)];
}

/** Replaces all marked elements by those in the markup. Scripts in it are data and never run. */
export function replaceHead(markup: string): void {
  const parsed = new DOMParser().parseFromString(`<head>${markup}</head>`, "text/html");
  const fresh = [...parsed.head.querySelectorAll(`[${MARK}]`)];
  markedElements().forEach((element) => element.remove());
  // The first title of a document counts, so one without the mark has to go.
  if (fresh.some((element) => element.localName === "title")) {
    document.head.querySelectorAll("title").forEach((title) => title.remove());
  }
  document.head.append(...fresh.map((element) => document.importNode(element, true)));
  showTitle({ serverTitle: document.title });
}

/** Removes the metadata of the previous page, if there is none for this one. */
function clearHead(): void {
  markedElements()
    .filter((element) => element.localName !== "title")
    .forEach((element) => element.remove());
  showTitle({ serverTitle: useAppState.getState().companyLogoDetails.companyName });
}

let latest = 0;

/** The new path in a "moved" error; null for other errors. */
function redirectTarget(error: unknown): string | null {
  const body = error instanceof ApiError && error.code === "moved" ? error.body : null;
  const to = (body as { error?: { movedTo?: unknown } } | null)?.error?.movedTo;
  return typeof to === "string" ? safeNext(to) : null;
}

/**
 * Fetches and shows the head of the page at `address` (path and query), unless the shopper has navigated
 * meanwhile. Follows redirects with `goTo`. `path` is sent to the server: without the query if that is
 * private.
 */
export async function loadHead(
  address: string,
  goTo: (path: string) => void,
  path = address,
): Promise<void> {
  const request = ++latest;
  try {
    const { dmContent } = await unwrap(api.GET("/api/head", { params: { query: { path } } }));
    if (request !== latest) return;
    replaceHead(dmContent);
  } catch (error) {
    const moved = redirectTarget(error);
    if (moved !== null) {
      if (request === latest) goTo(moved);
      return;
    }
    console.error("Error fetching page metadata:", error);
    if (request !== latest) return;
    clearHead();
  }
  usePageHead.setState({ loadedFor: address });
}

/** Ignores pending responses: the head of this page came with the document. */
export function ignorePendingHead(address: string): void {
  latest += 1;
  usePageHead.setState({ loadedFor: address });
}

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
