import { readdirSync } from "node:fs";

/**
 * The part of long lists of pages that this run checks. `.ci/run` sets `STALLAGE_TEST_SHARE`, such as
 * 2/8 for the second of eight parts, another part for each commit. Without it, every run checks all.
 */
export function ofThisRun<Item>(items: readonly Item[]): Item[] {
  const [part = 1, parts = 1] = (process.env["STALLAGE_TEST_SHARE"] ?? "1/1")
    .split("/")
    .map(Number);
  return items.filter((_, index) => index % parts === part - 1);
}

/**
 * Journeys that every run takes: what most shoppers and operators do, and what no visit may be without.
 * Those with a part of a list for each run are among them, or some items would never have their turn.
 */
const ALWAYS = [
  "access/keyboard",
  "access/screens",
  "access/tree",
  "account",
  "backoffice/firstRun",
  "backoffice/order",
  "backoffice/orders-list",
  "backoffice/product-editor",
  "backoffice/roles",
  "browsing",
  "budgets",
  "buying",
  "checkout",
  "feel",
  "frame.pages",
  "layout",
  "offline",
  "payments",
  "rendering",
  "returns",
  "start",
  "withoutScript",
];

/** The files of other journeys, by their paths in `folder`, that another run takes. */
export function filesOfOtherRuns(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".spec.ts"))
    .sort();
  const always = new Set(ALWAYS.map((name) => `${name}.spec.ts`));
  const missing = [...always].filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`There are no journeys ${missing.join(", ")}.`);
  const others = files.filter((file) => !always.has(file));
  const own = new Set(ofThisRun(others));
  return others.filter((file) => !own.has(file)).map((file) => `**/e2e/${file}`);
}
