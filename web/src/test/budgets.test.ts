// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Budgets, filesOf, measure, overBudget, table } from "../../scripts/budgets";

let folder: string;

const HOME = { route: "home", javascript: 10, css: 1 };
const budgets: Budgets = {
  html: 40,
  pages: { home: HOME },
  loadedWhenIdle: ["src/app/Compare.tsx"],
};

/** A build whose page of 3 kB imports a chunk of the given size. */
function build(sharedBytes: number): void {
  const sizes = { "app.js": 2000, "shared.js": sharedBytes, "home.js": 3000, "later.js": 9000 };
  for (const [file, bytes] of Object.entries({ ...sizes, "idle.js": 500, "home.css": 900 })) {
    writeFileSync(join(folder, file), "x".repeat(bytes));
  }
  // The size that counts is the compressed one.
  writeFileSync(join(folder, "app.js.br"), "x".repeat(1000));
  const manifest = {
    "index.html": { file: "app.js", imports: ["_shared.js"], dynamicImports: ["src/later.tsx"] },
    "_shared.js": { file: "shared.js" },
    "src/routes/home.tsx": { file: "home.js", imports: ["_shared.js"], css: ["home.css"] },
    "src/app/Compare.tsx": { file: "idle.js", imports: ["index.html"] },
    "src/later.tsx": { file: "later.js" },
  };
  writeFileSync(join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "budgets-"));
  mkdirSync(join(folder, ".vite"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("counts what a page loads by itself, once and compressed", () => {
  build(5000);
  expect([...filesOf(HOME, folder, budgets)].sort()).toEqual(
    ["app.js", "home.css", "home.js", "idle.js", "shared.js"].sort(),
  );
  expect(measure(folder, budgets)).toEqual([
    { page: "home", kind: "javascript", files: 4, kilobytes: 9.5, budget: 10 },
    { page: "home", kind: "css", files: 1, kilobytes: 0.9, budget: 1 },
  ]);
  expect(overBudget(measure(folder, budgets))).toEqual([]);
});

it("counts the parts that a page needs besides", () => {
  build(5000);
  const files = filesOf({ ...HOME, parts: ["src/later.tsx"] }, folder, budgets);
  expect(files).toContain("later.js");
});

it("fails if a page is over its budget", () => {
  build(5501);
  const measurements = measure(folder, budgets);
  expect(overBudget(measurements).map(({ page, kind }) => [page, kind])).toEqual([
    ["home", "javascript"],
  ]);
  expect(table(measurements)).toContain("OVER BUDGET");
});

it("fails if the build lacks a page", () => {
  build(1);
  expect(() => filesOf({ ...HOME, route: "gone" }, folder, budgets)).toThrow("src/routes/gone.tsx");
});
