/** What makes the shop feel quicker, but is not needed to use it: one chunk, loaded when the page is idle. */
import type { QueryClient } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { startPrefetching } from "./prefetchOnIntent";
import { startViewTransitions } from "./viewTransitions";

export function startEnhancements(router: DataRouter, queryClient: QueryClient): void {
  startPrefetching(router, queryClient);
  startViewTransitions(router);
}
