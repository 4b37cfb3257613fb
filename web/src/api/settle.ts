/** How long a navigation waits for its data before the page is shown with skeletons instead. */
const PATIENCE = 400;

/**
 * What a loader returns: most answers come at once, and the page appears whole; where they do not,
 * it appears with skeletons. On a server all of it is awaited. Failures are the page's to show.
 */
export async function settle(...loading: readonly Promise<unknown>[]): Promise<null> {
  const all = Promise.allSettled(loading);
  if (typeof window === "undefined") await all;
  else await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return null;
}
