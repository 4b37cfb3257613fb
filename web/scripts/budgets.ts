/**
 * Compares what the first view of a page loads with its budget in `budgets.json`, in kB after brotli, and
 * fails if a page is over it: `node scripts/budgets.ts dist`.
 *
 * A page loads the entry and the module of its route with all that they import statically, its parts, and the modules
 * in `loadedWhenIdle` without anybody asking for them. `e2e/budgets.spec.ts` checks in a browser that it
 * loads nothing else.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

interface PageBudget {
  /** Module in `src/routes`. */
  route: string;
  /** Modules that this page needs besides, for what it shows in the demo shop. */
  parts?: readonly string[];
  javascript: number;
  css: number;
}

export interface Budgets {
  /** The document of each page. */
  html: number;
  pages: Readonly<Record<string, PageBudget>>;
  loadedWhenIdle: readonly string[];
}

export interface Measurement {
  page: string;
  kind: "html" | "javascript" | "css";
  files: number;
  kilobytes: number;
  budget: number;
}

const ENTRY = "index.html";

export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../budgets.json"), "utf8")) as Budgets;
}

/** The files of a chunk and of all chunks that it imports statically. */
function addFiles(key: string, manifest: Manifest, files: Set<string>): void {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no ${key}.`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  chunk.css?.forEach((file) => files.add(file));
  chunk.imports?.forEach((imported) => addFiles(imported, manifest, files));
}

/** The scripts and styles that the first view of a page loads without interaction. */
export function filesOf(
  { route, parts = [] }: PageBudget,
  folder: string,
  { loadedWhenIdle }: Budgets,
): Set<string> {
  const manifest = JSON.parse(
    readFileSync(join(folder, ".vite/manifest.json"), "utf8"),
  ) as Manifest;
  const files = new Set<string>();
  for (const key of [ENTRY, `src/routes/${route}.tsx`, ...parts, ...loadedWhenIdle]) {
    addFiles(key, manifest, files);
  }
  return files;
}

/** Size of a file as it is sent: small files have no compressed copy. */
export function kilobytesOf(file: string, folder: string): number {
  const path = join(folder, file);
  const compressed = statSync(`${path}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(path)).size / 1000;
}

export function measure(folder: string, budgets: Budgets): Measurement[] {
  return Object.entries(budgets.pages).flatMap(([page, budget]) => {
    const files = [...filesOf(budget, folder, budgets)];
    return (["javascript", "css"] as const).map((kind) => {
      const ofKind = files.filter((file) => file.endsWith(kind === "css" ? ".css" : ".js"));
      const kilobytes = ofKind.reduce((sum, file) => sum + kilobytesOf(file, folder), 0);
      return { page, kind, files: ofKind.length, kilobytes, budget: budget[kind] };
    });
  });
}

export function overBudget(measurements: readonly Measurement[]): Measurement[] {
  return measurements.filter(({ kilobytes, budget }) => kilobytes > budget);
}

export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ page, kind, files, kilobytes, budget }) =>
    [
      page.padEnd(12),
      kind.padEnd(11),
      `${files} files`.padStart(9),
      `${kilobytes.toFixed(1)} kB`.padStart(10),
      `of ${budget} kB`.padStart(13),
      kilobytes > budget ? "  OVER BUDGET" : "",
    ].join(""),
  );
  return rows.join("\n");
}

if (import.meta.main) {
  const measurements = measure(process.argv[2] ?? "dist", readBudgets());
  console.log(table(measurements));
  if (overBudget(measurements).length > 0) process.exit(1);
}
