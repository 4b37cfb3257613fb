// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FONT, makeFont } from "./latinFont.ts";

it("the committed font is what its style sheet and its source make", async () => {
  expect((await makeFont()).equals(readFileSync(FONT))).toBe(true);
});
