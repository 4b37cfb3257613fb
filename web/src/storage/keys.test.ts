import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as keys from "./keys";

const SRC = join(import.meta.dirname, "..");
const DOCUMENT = join(SRC, "../../docs/browser-storage.md");

const documented = [...readFileSync(DOCUMENT, "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, key]) => key ?? "",
);
/** Of the storefront; the back office has its own. */
const modules = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^(test|backoffice)\//.test(path))
  .map((path) => [path, readFileSync(join(SRC, path), "utf8")] as const);

it("are all documented, and nothing is documented that is not used", () => {
  expect(documented.toSorted()).toEqual(Object.values(keys).toSorted());
});

it("are all used", () => {
  const used = (name: string) =>
    modules.some(([path, text]) => path !== "storage/keys.ts" && text.includes(name));
  expect(Object.keys(keys).filter((name) => !used(name))).toEqual([]);
});

it("are the only ones: storage is reached through this folder, and never with a literal key", () => {
  const elsewhere = modules.filter(
    ([path, text]) => !path.startsWith("storage/") && /\b(local|session)Storage\b/.test(text),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
  const literal =
    /\b(read|write|remove|readList|readSkuIds|writeSkuIds|readTab|writeTab|removeTab)\(\s*["'`]/;
  expect(modules.filter(([, text]) => literal.test(text)).map(([path]) => path)).toEqual([]);
});
