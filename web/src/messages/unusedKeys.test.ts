// @vitest-environment node
import { join } from "node:path";
import { expect, it } from "vitest";
import { keysIn, stringsInSources, WEB } from "../test/messageKeys";

const MESSAGES = join(WEB, "src/messages");
const SOURCES = join(WEB, "src/");
const BACK_OFFICE = join(WEB, "src/backoffice/");

/** The server sends these itself; `server/tests/core/test_messages.py` compares the two catalogs. */
const SHARED_WITH_SERVER = /^(rule|duplicate)\./;

it("every message key is used by a source file", { timeout: 120_000 }, () => {
  const used = stringsInSources(
    (path) => path.startsWith(SOURCES) && !path.startsWith(BACK_OFFICE),
    MESSAGES,
  );
  const keys = keysIn(join(MESSAGES, "en-US"));
  expect(keys.length).toBeGreaterThan(900);
  const unused = keys.filter((key) => !used.has(key) && !SHARED_WITH_SERVER.test(key));
  expect(unused).toEqual([]);
});
