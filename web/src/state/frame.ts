import type { Frame } from "@/api/types";
import { createRenderedStore } from "./renderedStore";

/** The element that the server adds to a page's head if operators arranged menus or a bar. */
const ELEMENT = "frame";
const AUTOMATIC: Frame = { header: null, footer: null, announcement: null };

function readFrame(): Frame {
  if (typeof document === "undefined") return AUTOMATIC;
  const content = document.getElementById(ELEMENT)?.textContent;
  if (!content) return AUTOMATIC;
  return JSON.parse(content) as Frame;
}

/** Menus and announcement bar. They come with the page, so nothing moves when they appear. */
export const useFrame = createRenderedStore<Frame>(readFrame);

/** Removes an announcement that has ended: a cached page may be older than its end. */
export function endAnnouncement(): void {
  const endsAt = useFrame.getState().announcement?.endsAt;
  if (endsAt && Date.parse(endsAt) <= Date.now()) useFrame.setState({ announcement: null });
}
