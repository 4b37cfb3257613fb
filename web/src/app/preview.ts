import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { Home } from "@/api/types";
import { homeQuery } from "@/features/merchandising/queries";
import { PREVIEW_READY, type PreviewMessage } from "@/preview/messages";
import { useFrame } from "@/state/frame";
import { previewTheme } from "@/theme/previewTheme";

/**
 * Shows unsaved content that the back office sends to the frame it shows this page in. Only pages of the
 * same origin can do that.
 */
export function startPreview(queryClient: QueryClient): void {
  let draft: Home | undefined;
  window.addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== window.parent || !isMessage(data)) return;
    if (data.type === "stallage.preview.theme") {
      previewTheme(data);
      return;
    }
    if (data.home) {
      draft = data.home;
      queryClient.setQueryData(homeQuery.queryKey, draft);
    }
    if (data.frame) useFrame.setState(data.frame);
    if (data.section) scrollTo(data.section);
  });
  // The stored page, loaded meanwhile or again, must not replace the draft.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (draft && event.query.queryHash === hashKey(homeQuery.queryKey)) {
      queryClient.setQueryData(homeQuery.queryKey, draft);
    }
  });
  document.addEventListener("click", stayHere, { capture: true });
  document.addEventListener("submit", stayHere, { capture: true });
  window.parent.postMessage({ type: PREVIEW_READY }, window.location.origin);
}

const TYPES: readonly unknown[] = [
  "stallage.preview.theme",
  "stallage.preview.layout",
] satisfies readonly PreviewMessage["type"][];

function isMessage(data: unknown): data is PreviewMessage {
  return typeof data === "object" && data !== null && "type" in data && TYPES.includes(data.type);
}

function stayHere(event: Event): void {
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (event.type !== "submit" && !isLink) return;
  event.preventDefault();
  event.stopPropagation();
}

function scrollTo(section: string): void {
  requestAnimationFrame(() => {
    const shown = document.getElementById(`section-${section}`)?.getBoundingClientRect();
    // `scrollIntoView` would scroll the editor too.
    if (shown) window.scrollBy(0, shown.top - window.innerHeight / 4);
  });
}
