/** What makes the shop feel quicker or easier, but is not needed to use it: one chunk, loaded when idle. */
import type { QueryClient } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { startPrefetching } from "./prefetchOnIntent";
import { startViewTransitions } from "./viewTransitions";

export function startEnhancements(router: DataRouter, queryClient: QueryClient): void {
  startPrefetching(router, queryClient);
  startViewTransitions(router);
  // A page that is only read needs none of it; a load that fails is tried again at the next focus.
  addEventListener("focusin", () => void import("./focusRecovery").catch(console.error));
}
