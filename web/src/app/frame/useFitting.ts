import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Counts the items that fit into `room` pixels. If not all of them fit, or if `isMore` says that there
 * are others, an item of `more` pixels must fit as well.
 */
export function countFitting(
  widths: readonly number[],
  room: number,
  gap: number,
  more: number,
  isMore: boolean,
): number {
  let used = 0;
  // Each item's end includes the gap after it, which holds the toggle of the last item.
  const ends = widths.map((width) => (used += width + gap));
  if (!isMore && used <= room) return widths.length;
  return ends.filter((end) => end + more <= room).length;
}

/**
 * Counts how many of a list's items fit into its width; null until measured. The last child is the one
 * for the items that do not fit. Measures again when the list or an item is resized, by the window, zoom
 * or a font that loads late.
 */
export function useFitting(
  list: RefObject<HTMLElement | null>,
  items: string,
  isMore: boolean,
): number | null {
  const [fitting, setFitting] = useState<number | null>(null);
  // So that it is measured in its first frame.
  useLayoutEffect(() => {
    const row = list.current;
    if (!row || items === "") return;
    const children = [...row.children];
    const measure = () => {
      const widths = children.map((child) => child.getBoundingClientRect().width);
      const more = widths.pop() ?? 0;
      const gap = parseFloat(getComputedStyle(row).columnGap) || 0;
      const count = countFitting(widths, row.clientWidth, gap, more, isMore);
      // Observers run after layout and before paint, so that overflow is never visible.
      flushSync(() => setFitting(count));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [row, ...children]) observer.observe(element);
    return () => observer.disconnect();
  }, [list, items, isMore]);
  return fitting;
}
