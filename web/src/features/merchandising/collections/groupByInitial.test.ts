import { expect, it } from "vitest";
import type { CategoryNode } from "@/api/types";
import { groupByInitial } from "./groupByInitial";

const category = (title: string): CategoryNode => ({
  id: 1,
  slug: title,
  title,
  description: "",
  image: null,
  link: "",
  count: 1,
  children: [],
});

it("groups and sorts titles regardless of case and accents", () => {
  const groups = groupByInitial(
    ["Öfen", "oak", "Table 10", "Table 9", "3D prints", ""].map(category),
  );
  expect(groups.map(([initial, group]) => [initial, group.map(({ title }) => title)])).toEqual([
    ["#", ["", "3D prints"]],
    ["O", ["oak", "Öfen"]],
    ["T", ["Table 9", "Table 10"]],
  ]);
});
