/** What makes the shop feel quicker or easier, but is not needed to use it: one chunk, loaded when idle. */
import type { QueryClient } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { startPrefetching } from "./prefetchOnIntent";
import { startViewTransitions } from "./viewTransitions";

export function startEnhancements(router: DataRouter, queryClient: QueryClient): void {
  startPrefetching(router, queryClient);
  startViewTransitions(router);
  recoverFocusLater();
}

/** A page that is only read needs none of it; a load that fails is tried again at the next focus. */
function recoverFocusLater(): void {
  const load = async () => {
    // What was pressed to focus it is shown first.
    await nextFrame();
    await import("./focusRecovery");
    removeEventListener("focusin", start);
  };
  const start = () => void load().catch(console.error);
  addEventListener("focusin", start);
}
