/** Rules of a 360° spin: frames are numbered from 0, in the order of a full turn. */

const QUARTER = 4;

/** The frame after `by` more, in a circle. */
export function turned(frame: number, by: number, count: number): number {
  return (((frame + by) % count) + count) % count;
}

/** Degrees from the first frame. */
export function degrees(frame: number, count: number): number {
  return Math.round((frame * 360) / count);
}

/** The frame that a drag leads to. The width of the picture is a full turn. */
export function frameOfDrag(from: number, pixels: number, width: number, count: number): number {
  return turned(from, Math.round((pixels / Math.max(1, width)) * count), count);
}

/** The frame that a key of a slider leads to; undefined for other keys. */
export function frameOfKey(key: string, frame: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: Math.round(count / QUARTER),
    PageDown: -Math.round(count / QUARTER),
    Home: -frame,
    End: count - 1 - frame,
  };
  const by = steps[key];
  return by === undefined ? undefined : turned(frame, by, count);
}

/** The loaded frame that is nearest to another, in either direction; undefined if none is loaded. */
export function nearestLoaded(
  frame: number,
  loaded: ReadonlySet<number>,
  count: number,
): number | undefined {
  for (let distance = 0; distance <= count / 2; distance += 1) {
    for (const by of [distance, -distance]) {
      const found = turned(frame, by, count);
      if (loaded.has(found)) return found;
    }
  }
  return undefined;
}
