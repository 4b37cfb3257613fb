/** Prints what a first visit to each page loads in JavaScript and CSS, brotli, from the manifest. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const folder = process.argv[2] ?? "dist";
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  chunk.css?.forEach((file) => seen.add(file));
  chunk.imports?.forEach((imported) => filesOf(imported, seen));
  return seen;
}

function bytes(file: string): number {
  try {
    return statSync(join(folder, `${file}.br`)).size;
  } catch {
    return statSync(join(folder, file)).size;
  }
}

for (const page of ["home", "productList", "product", "cart", "checkout", "login"]) {
  const files = filesOf("index.html");
  filesOf(`src/routes/${page}.tsx`, files);
  const sum = (ending: string) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((all, file) => all + bytes(file), 0);
  const kB = (size: number) => `${(size / 1000).toFixed(1)} kB`;
  console.log(`${page.padEnd(12)} JavaScript ${kB(sum(".js"))}, CSS ${kB(sum(".css"))}`);
}
