/** Tells a leak from the variation between measurements of a browser's memory. */

export interface Sample {
  steps: number;
  /** Bytes of objects in the JavaScript heap, after garbage collection. */
  heap: number;
  listeners: number;
  nodes: number;
  documents: number;
}

/** What may differ without growth: parts of the first window's median, or a number. */
const TOLERATED: Record<Exclude<keyof Sample, "steps">, { part: number; number: number }> = {
  // Code that the browser compiles while it runs is in the heap too.
  heap: { part: 0.15, number: 1_500_000 },
  // The browser holds the elements of two or three pages that were left for a while.
  listeners: { part: 0.02, number: 250 },
  nodes: { part: 0.02, number: 1_200 },
  // Code that parses HTML holds a document or two from its first use on, which may come late in a walk.
  documents: { part: 0, number: 4 },
};

export function median(values: readonly number[]): number {
  const ordered = [...values].sort((first, second) => first - second);
  const middle = Math.floor(ordered.length / 2);
  const upper = ordered[middle] ?? 0;
  return ordered.length % 2 === 1 ? upper : ((ordered[middle - 1] ?? 0) + upper) / 2;
}

/**
 * What grows: the medians of the first and the last third of the samples are compared, so that single
 * samples do not count. The samples begin after caches are full.
 */
export function growthOf(samples: readonly Sample[]): string[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const first = samples.slice(0, third);
  const last = samples.slice(-third);
  const steps = median(last.map((one) => one.steps)) - median(first.map((one) => one.steps));
  return (Object.keys(TOLERATED) as (keyof typeof TOLERATED)[]).flatMap((name) => {
    const before = median(first.map((sample) => sample[name]));
    const after = median(last.map((sample) => sample[name]));
    const tolerated = Math.max(TOLERATED[name].part * before, TOLERATED[name].number);
    if (after - before <= tolerated) return [];
    const each = ((after - before) / steps).toFixed(2);
    return [`${name}: from ${before} to ${after} in ${steps} steps, ${each} each`];
  });
}

export function describe({ steps, heap, listeners, nodes, documents }: Sample): string {
  const megabytes = (heap / 1e6).toFixed(2);
  return `${steps} steps: ${megabytes} MB, ${listeners} listeners, ${nodes} nodes, ${documents} documents`;
}
