// @vitest-environment node
import { join } from "node:path";
import type { SourceFile } from "typescript";
import { beforeAll, expect, it } from "vitest";
import { messagesIn, readCatalogue } from "../../scripts/messages";
import { keysIn, stringsBySource, WEB } from "../test/messageKeys";

const MESSAGES = join(WEB, "src/messages");
const SOURCES = join(WEB, "src/");
const BACK_OFFICE = join(WEB, "src/backoffice/");

/** The server sends these itself; `server/tests/core/test_messages.py` compares the two catalogs. */
const SHARED_WITH_SERVER = /^(rule|duplicate)\./;

let sources: Map<SourceFile, Set<string>>;

beforeAll(() => {
  sources = stringsBySource(
    (path) => path.startsWith(SOURCES) && !path.startsWith(BACK_OFFICE),
    MESSAGES,
  );
}, 120_000);

it("every message key is used by a source file", () => {
  const keys = keysIn(join(MESSAGES, "en-US"));
  expect(keys.length).toBeGreaterThan(900);
  const used = new Set([...sources.values()].flatMap((strings) => [...strings]));
  const unused = keys.filter((key) => !used.has(key) && !SHARED_WITH_SERVER.test(key));
  expect(unused).toEqual([]);
});

it("a build puts every message that a source file uses into its module", async () => {
  const catalogue = await readCatalogue();
  const storefront = [...sources].filter(([{ fileName }]) => fileName.startsWith(SOURCES));
  expect(storefront.length).toBeGreaterThan(300);
  const missing = storefront.flatMap(([{ fileName, text }, strings]) => {
    const included = messagesIn(text, catalogue);
    return [...strings]
      .filter((key) => Object.hasOwn(catalogue, key) && !Object.hasOwn(included, key))
      .map((key) => `${fileName}: ${key}`);
  });
  expect(missing).toEqual([]);
});
