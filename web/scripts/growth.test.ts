import { describe as group, expect, it } from "vitest";
import { describe, growthOf, median, type Sample } from "./growth";

const START: Sample = { steps: 0, heap: 10e6, listeners: 300, nodes: 1000, documents: 3 };

/** Nine samples, 25 steps apart. */
function samples(change: (sample: Sample, place: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 9 }, (_, place) => {
    const sample = { ...START, steps: (place + 1) * 25 };
    return { ...sample, ...change(sample, place) };
  });
}

group("growth of a browser's memory", () => {
  it("is the middle value, or between the two in the middle", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it("is not found where samples vary", () => {
    const noise = [0, 300_000, -200_000];
    expect(
      growthOf(samples(({ heap }, place) => ({ heap: heap + (noise[place % 3] ?? 0) }))),
    ).toEqual([]);
  });

  it("is not found in a single sample, even the last one", () => {
    expect(growthOf(samples((_, place) => (place === 8 ? { nodes: 9000 } : {})))).toEqual([]);
  });

  it.each([
    ["heap", 20_000],
    ["listeners", 4],
    ["nodes", 20],
    ["documents", 0.1],
  ] as const)("is found if each step leaves some behind: %s", (name, each) => {
    const [found] = growthOf(samples((sample) => ({ [name]: sample[name] + sample.steps * each })));
    expect(found).toContain(`${name}: from`);
    expect(found).toContain(`${each.toFixed(2)} each`);
  });

  it("is found between two samples", () => {
    const two = [START, { ...START, steps: 100, listeners: 700 }];
    expect(growthOf(two)).toEqual(["listeners: from 300 to 700 in 100 steps, 4.00 each"]);
  });

  it("describes a sample", () => {
    expect(describe(START)).toBe("0 steps: 10.00 MB, 300 listeners, 1000 nodes, 3 documents");
  });
});
