import { describe, expect, it } from "vitest";
import { luminance } from "@/format/luminance";
import { dark, light, type Tokens } from "./tokens";

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

/** Text and the grounds that it is drawn on. */
const TEXT: [keyof Tokens, (keyof Tokens)[]][] = [
  [
    "ink",
    ["page", "tint", "ground", "raised", "accent-tint", "quiet-tint", "info-tint", "good-tint"],
  ],
  ["ink-2", ["page", "tint", "ground", "raised", "accent-tint", "quiet-tint"]],
  ["ink", ["pressed"]],
  ["ink-3", ["page", "tint", "raised"]],
  ["accent", ["page", "tint", "accent-tint"]],
  ["on-accent", ["accent", "accent-hover"]],
  ["good", ["page", "tint", "good-tint", "accent-tint"]],
  ["wait", ["page", "tint", "wait-tint", "accent-tint"]],
  ["bad", ["page", "tint", "bad-tint", "accent-tint"]],
  ["info", ["page", "tint", "info-tint", "accent-tint"]],
  ["on-bar", ["bar"]],
  ["on-bar-2", ["bar"]],
];
/** Borders of inputs and parts of charts (WCAG 1.4.11). */
const SHAPES: [keyof Tokens, (keyof Tokens)[]][] = [
  ["control", ["page", "raised"]],
  ["accent", ["page", "tint", "ground"]],
  ["c1", ["page"]],
  ["c2", ["page"]],
  ["c3", ["page"]],
  ["c4", ["page"]],
  ["was", ["page"]],
];

describe.each([
  ["light", light, 4.8],
  ["dark", dark, 4.8],
] as const)("in %s", (_, tokens, atLeast) => {
  it.each(TEXT)("%s is readable on its grounds", (name, grounds) => {
    for (const ground of grounds) {
      // The design promises 4.8; disabled text and icons still pass AA.
      const limit = name === "ink-3" ? 4.5 : atLeast;
      expect(contrast(tokens[name], tokens[ground]), `on ${ground}`).toBeGreaterThanOrEqual(limit);
    }
  });

  it.each(SHAPES)("%s is visible on its grounds", (name, grounds) => {
    for (const ground of grounds) {
      expect(contrast(tokens[name], tokens[ground]), `on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});
