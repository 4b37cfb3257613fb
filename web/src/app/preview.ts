import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { Frame, Home } from "@/api/types";
import { homeQuery } from "@/features/merchandising/queries";
import { useFrame } from "@/state/frame";

/** What the editor of the back office sends: the page with its unsaved changes. */
interface PreviewMessage {
  type: string;
  home?: Home;
  frame?: Frame;
  /** The section to scroll to. */
  section?: string;
}

/** Shows what the editor sends, in its frame. Only pages of the same origin can show this one in a frame. */
export function startPreview(queryClient: QueryClient): void {
  let draft: Home | undefined;
  window.addEventListener("message", ({ origin, source, data }: MessageEvent<PreviewMessage>) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    if (data.type !== "stallage:preview") return;
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
  window.parent.postMessage({ type: "stallage:preview-ready" }, window.location.origin);
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
