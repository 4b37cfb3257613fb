import { expect, it } from "vitest";
import type { CategoryNode } from "@/api/types";
import { byInitial } from "./byInitial";

const named = (title: string): CategoryNode => ({
  id: 1,
  slug: title,
  title,
  description: "",
  image: null,
  link: "",
  count: 1,
  children: [],
});

it("groups titles by their letter, whatever its case and accent, in order", () => {
  const groups = byInitial(["Öfen", "oak", "Table 10", "Table 9", "3D prints", ""].map(named));
  expect(groups.map(([initial, group]) => [initial, group.map(({ title }) => title)])).toEqual([
    ["#", ["", "3D prints"]],
    ["O", ["oak", "Öfen"]],
    ["T", ["Table 9", "Table 10"]],
  ]);
});
