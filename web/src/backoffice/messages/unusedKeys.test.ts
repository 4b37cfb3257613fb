// @vitest-environment node
import { join } from "node:path";
import { expect, it } from "vitest";
import { keysIn, stringsInSources, WEB } from "@/test/messageKeys";

const BACK_OFFICE = join(WEB, "src/backoffice/");
const MESSAGES = join(BACK_OFFICE, "messages");

it("every message key is used by a source file", { timeout: 120_000 }, () => {
  const used = stringsInSources((path) => path.startsWith(BACK_OFFICE), MESSAGES);
  const keys = keysIn(join(MESSAGES, "en-US"));
  expect(keys.length).toBeGreaterThan(900);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});
