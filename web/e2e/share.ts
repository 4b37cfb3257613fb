/**
 * The part of long lists of pages that this run checks. `.ci/run` sets `STALLAGE_TEST_SHARE`, such as
 * 2/3 for the second of three parts, another part for each commit. Without it, every run checks all.
 */
export function ofThisRun<Item>(items: readonly Item[]): Item[] {
  const [part = 1, parts = 1] = (process.env["STALLAGE_TEST_SHARE"] ?? "1/1")
    .split("/")
    .map(Number);
  return items.filter((_, index) => index % parts === part - 1);
}
