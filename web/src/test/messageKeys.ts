import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export const WEB = join(import.meta.dirname, "../..");

/** The message keys that the files of a folder define. */
export function keysIn(folder: string): string[] {
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

/** The strings in each source file that `isSource` chooses, without the messages themselves. */
export function stringsBySource(
  isSource: (path: string) => boolean,
  messages: string,
): Map<ts.SourceFile, Set<string>> {
  const { config } = ts.readConfigFile(join(WEB, "tsconfig.json"), (path) =>
    readFileSync(path, "utf8"),
  ) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
  const sources = fileNames.filter(
    (path) => isSource(path) && !/\.(test|stories)\.tsx?$/.test(path),
  );
  const program = ts.createProgram(sources, { ...options, types: ["vite/client"] });
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(
      ({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.startsWith(messages),
    );
  return new Map(files.map((file) => [file, new Set(stringsIn(file, checker))]));
}

/** All strings in the source files that `isSource` chooses, without the messages themselves. */
export function stringsInSources(
  isSource: (path: string) => boolean,
  messages: string,
): Set<string> {
  return new Set([...stringsBySource(isSource, messages).values()].flatMap((found) => [...found]));
}
