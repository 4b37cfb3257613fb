// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FEATURES = join(import.meta.dirname, "../features");

/** Save bars without a line of who else is there, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  "account/ProfilePanel.tsx": "nobody else edits one's own account",
  "products/editor/EditorBar.tsx": "products/editor/EditorHead.tsx shows it",
  "products/list/SaveCells.tsx": "a list of many records, not one",
  "storefront/sliders/RecordEditor.tsx": "SliderPage.tsx and SectionPage.tsx beside it show it",
};

const sourceOf = (path: string) => readFileSync(join(FEATURES, path), "utf8");
const showsPresence = (path: string) => /<(Editor)?Presence\b/.test(sourceOf(path));

test("every editor with a save bar shows who else edits", () => {
  const editors = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .filter((path) => sourceOf(path).includes("<SaveBar"));
  expect(editors.length).toBeGreaterThan(10);
  expect(editors.filter((path) => !showsPresence(path)).sort()).toEqual(
    Object.keys(WITHOUT).sort(),
  );
  expect(showsPresence("products/editor/EditorHead.tsx")).toBe(true);
});
