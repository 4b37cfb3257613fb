// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FEATURES = join(import.meta.dirname, "../../features");
const CONTRACT = join(import.meta.dirname, "../../../../../contract/admin.openapi.json");

const sources = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(FEATURES, path), "utf8") }));

/** What a list is recognised by: the table, or the search and filters of one that is drawn otherwise. */
const isList = ({ text }: { text: string }) =>
  /<DataTable\b|role="search"|\bSavedList\b/.test(text);
const namesIn = (text: string) =>
  [...text.matchAll(/\buseList\(\s*"([a-z-]+)"/g)].map(([, name]) => name);

it("every list with filters has saved views under a name that the server knows", () => {
  const contract = JSON.parse(readFileSync(CONTRACT, "utf8")) as {
    components: { schemas: { ListName: { enum: string[] } } };
  };
  const names = sources.flatMap(({ text }) => namesIn(text)).sort();
  expect(names).toEqual(contract.components.schemas.ListName.enum.sort());
});

it("no list keeps its state by itself", () => {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const withViews = new Set(
    sources.filter(({ text }) => namesIn(text).length > 0).map(({ path }) => folderOf(path)),
  );
  const without = sources.filter(
    (source) =>
      (isList(source) && !withViews.has(folderOf(source.path))) ||
      (source.text.includes("<DataTable") && namesIn(source.text).length !== 1) ||
      /\buseListState\b/.test(source.text),
  );
  expect(without.map(({ path }) => path)).toEqual([]);
});
