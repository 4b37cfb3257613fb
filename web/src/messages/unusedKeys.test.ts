// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const WEB = join(import.meta.dirname, "../..");
const MESSAGES = join(WEB, "src/messages");

/** The server sends these itself; `server/tests/core/test_messages.py` compares the two catalogs. */
const SHARED_WITH_SERVER = /^(rule|duplicate)\./;

function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(/^ {2}"([\w.]+)":/gm)])
    .map(([, key = ""]) => key);
}

function literalsOf(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(literalsOf);
  return type.isStringLiteral() ? [type.value] : [];
}

/**
 * The strings that a source file contains. Where a key is put together, as in `sort.${order}` and
 * `tEnum("wallet.reason", reason, …)`, the types of its parts say which keys it can be.
 */
function stringsIn(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      strings.push(...literalsOf(checker.getTypeAtLocation(node)));
    } else if (ts.isCallExpression(node) && node.expression.getText() === "tEnum") {
      const [prefix, value] = node.arguments;
      if (prefix && value && ts.isStringLiteral(prefix)) {
        const values = literalsOf(checker.getTypeAtLocation(value));
        strings.push(...values.map((one) => `${prefix.text}.${one}`));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

function stringsInSources(): Set<string> {
  const { config } = ts.readConfigFile(join(WEB, "tsconfig.json"), (path) =>
    readFileSync(path, "utf8"),
  ) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
  const sources = fileNames.filter(
    (path) =>
      path.startsWith(join(WEB, "src/")) &&
      !path.startsWith(join(WEB, "src/backoffice/")) &&
      !/\.(test|stories)\.tsx?$/.test(path),
  );
  const program = ts.createProgram(sources, { ...options, types: ["vite/client"] });
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(
      ({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.startsWith(MESSAGES),
    );
  return new Set(files.flatMap((file) => stringsIn(file, checker)));
}

it("every message key is used by a source file", { timeout: 120_000 }, () => {
  const used = stringsInSources();
  const keys = keysIn(join(MESSAGES, "en-US"));
  expect(keys.length).toBeGreaterThan(900);
  const unused = keys.filter((key) => !used.has(key) && !SHARED_WITH_SERVER.test(key));
  expect(unused).toEqual([]);
});
