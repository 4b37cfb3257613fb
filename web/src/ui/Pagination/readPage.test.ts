import { expect, it } from "vitest";
import { readPage } from "./readPage";

it.each([
  ["", 1],
  ["page=3", 3],
  ["page=007", 7],
  ["page=0", 1],
  ["page=-1", 1],
  ["page=1e3", 1],
  ["page=2.5", 1],
  ["page=9999999", 1_000_000],
  ["page=99999999999", 1],
  ["page=two&page=3", 1],
])("“%s” asks for page %i", (query, page) => {
  expect(readPage(new URLSearchParams(query))).toBe(page);
});
