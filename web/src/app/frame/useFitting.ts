import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * How many of some items fit into a row of `room` pixels beside one more, which is needed as soon as
 * one of them does not fit or `isMore` says that there are others.
 */
export function countFitting(
  widths: readonly number[],
  room: number,
  gap: number,
  more: number,
  isMore: boolean,
): number {
  let used = 0;
  // Where each item ends, with the gap after it: a control of the last one stands there.
  const ends = widths.map((width) => (used += width + gap));
  if (!isMore && used <= room) return widths.length;
  return ends.filter((end) => end + more <= room).length;
}

/**
 * How many of a list's items fit into its width; null until it has been measured. The list's last
 * child is the one that stands for those that do not fit. Measured again whenever the list or an
 * item changes its size: windows, zoom, fonts that arrive late.
 */
export function useFitting(
  list: RefObject<HTMLElement | null>,
  items: string,
  isMore: boolean,
): number | null {
  const [fitting, setFitting] = useState<number | null>(null);
  useEffect(() => {
    const row = list.current;
    if (!row || items === "") return;
    const children = [...row.children];
    const measure = () => {
      const widths = children.map((child) => child.getBoundingClientRect().width);
      const more = widths.pop() ?? 0;
      const gap = parseFloat(getComputedStyle(row).columnGap) || 0;
      const count = countFitting(widths, row.clientWidth, gap, more, isMore);
      // Observers are called after layout and before painting: what does not fit is never seen.
      flushSync(() => setFitting(count));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [row, ...children]) observer.observe(element);
    return () => observer.disconnect();
  }, [list, items, isMore]);
  return fitting;
}
