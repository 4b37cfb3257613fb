import { create } from "zustand";
import type { CategoryNode, Frame, FrameLink } from "@/api/types";

/** The element that the server adds to a page's head if operators arranged menus or a bar. */
const ELEMENT = "frame";
const AUTOMATIC: Frame = { header: null, footer: null, announcement: null };

function readFrame(): Frame {
  if (typeof document === "undefined") return AUTOMATIC;
  const content = document.getElementById(ELEMENT)?.textContent;
  if (!content) return AUTOMATIC;
  const frame = JSON.parse(content) as Frame;
  // A cached page may be older than the end of the announcement.
  const endsAt = frame.announcement?.endsAt;
  return endsAt && Date.parse(endsAt) <= Date.now() ? { ...frame, announcement: null } : frame;
}

/** Menus and announcement bar. They come with the page, so nothing moves when they appear. */
export const useFrame = create<Frame>()(readFrame);

/** A menu in the shape of the category tree, which header and menu drawer show. */
export function menuNodes(links: readonly FrameLink[], path = "menu"): CategoryNode[] {
  return links.map(({ title, link, children }, index) => ({
    id: index,
    slug: `${path}-${index}`,
    title,
    description: "",
    image: null,
    link,
    count: 1,
    children: menuNodes(children, `${path}-${index}`),
  }));
}
