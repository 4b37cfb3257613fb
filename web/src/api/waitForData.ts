import { hasAnswers } from "./answers";

/** Milliseconds that a navigation waits for its data before the page is shown with skeletons. */
const MAX_WAIT = 400;

/**
 * For route loaders: waits a moment for the queries, so that most pages appear complete. On a server it
 * waits for all of them. Never rejects; the page shows the errors of its queries.
 */
export async function waitForData(...loading: readonly Promise<unknown>[]): Promise<null> {
  const all = Promise.allSettled(loading);
  if (typeof window === "undefined") await all;
  else await Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
  return null;
}

/**
 * Whether a page is rendered on the server, or taken over from it by the browser. Such a page loads all
 * that it shows before it is rendered; others load what is further down after the start.
 */
export function isWholePage(): boolean {
  return typeof window === "undefined" || hasAnswers();
}

/**
 * For queries of route loaders: data in the cache, however old, is enough to show a page. The page itself
 * reloads what is stale.
 */
export function cachedFirst<Options extends object>(options: Options) {
  return { ...options, staleTime: "static" as const };
}
