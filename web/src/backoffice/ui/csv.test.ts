import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("formulas are quoted, however they begin", () => {
  for (const text of ["=1", "+1", "-1", "@SUM(1)", " =1", "'=1", "＝1", "＠SUM(1)"]) {
    expect(toCsv([[text]])).toBe(`\uFEFF'${text}\r\n`);
  }
  expect(toCsv([["\n=1", -5, 'a "b", c']])).toBe('\uFEFF"\'\n=1",-5,"a ""b"", c"\r\n');
});
