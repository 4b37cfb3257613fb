export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Longer texts are shown one below the other instead of being compared. */
const MAX_LINES = 1_000;

/** Splits HTML at the ends of its blocks, so that a change marks a paragraph and not the whole text. */
function linesOf(text: string): string[] {
  const lines = text
    .replace(/(<\/(?:p|h\d|li|ul|ol|blockquote|pre|tr)>)(?!\n)/g, "$1\n")
    .split("\n");
  return lines.map((line) => line.trimEnd()).filter((line) => line !== "");
}

const marked = (kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ kind, text }));

/** The lines of two texts: in both, only in `before`, or only in `after`. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  if (a.length > MAX_LINES || b.length > MAX_LINES) {
    return [...marked("removed", a), ...marked("added", b)];
  }
  const lengths = commonLengths(a, b);
  const result: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      result.push({ kind: "same", text: left });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      result.push({ kind: "removed", text: left ?? "" });
      i += 1;
    } else {
      result.push({ kind: "added", text: right });
      j += 1;
    }
  }
  return result;
}

const at = (lengths: readonly (readonly number[])[], i: number, j: number) => lengths[i]?.[j] ?? 0;

/** The length of the longest common subsequence of what follows each pair of lines. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        a[i] === b[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}
