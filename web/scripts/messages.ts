import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

type Catalogue = Readonly<Record<string, unknown>>;

const FOLDER = join(import.meta.dirname, "../src/messages/en-US");
const CATALOGUE_FILE = /\/src\/messages\/en-US\/(\w+)\.ts$/;
/** The storefront's modules that may use messages. */
const SOURCE = /\/src\/(app|api|features|format|preview|routes|state|ui)\/.+\.tsx?$/;

/** All English messages, by key. */
export async function readCatalogue(): Promise<Catalogue> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => pathToFileURL(join(FOLDER, file)).href);
  const parts = await Promise.all(
    files.map(async (url) => (await import(url)) as Record<string, Catalogue>),
  );
  return Object.assign({}, ...parts.flatMap((part) => Object.values(part))) as Catalogue;
}

const pattern = (parts: readonly string[]) =>
  new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("[\\w-]+")}$`);

/**
 * The messages that a module uses: keys in quotes, and those put together from parts, as in
 * `sort.${order}` and `tEnum("wallet.reason", reason, …)`.
 */
export function messagesIn(code: string, catalogue: Catalogue): Catalogue {
  const keys = Object.keys(catalogue);
  const quoted = new Set([...code.matchAll(/"([\w.-]+)"/g)].map(([, text]) => text));
  const patterns = [
    ...[...code.matchAll(/tEnum\(\s*"([\w.-]+)"/g)].map(([, prefix = ""]) =>
      pattern([`${prefix}.`, ""]),
    ),
    ...[...code.matchAll(/`((?:[\w.-]|\$\{\w+(?:\.\w+)*\})+)`/g)]
      .map(([, text = ""]) => text.split(/\$\{[\w.]+\}/))
      .filter(([start = ""]) => start.includes("."))
      .map(pattern),
  ];
  const used = keys.filter((key) => quoted.has(key) || patterns.some((one) => one.test(key)));
  return Object.fromEntries(used.map((key) => [key, catalogue[key]]));
}

/**
 * Moves the English messages from the catalogue into the modules that use them, so that they are loaded
 * together. Only for builds; tests and the development server load the whole catalogue.
 */
export function messagesWithModules(): Plugin {
  let catalogue: Catalogue = {};
  return {
    name: "messages-with-modules",
    apply: "build",
    enforce: "pre",
    async buildStart() {
      catalogue = await readCatalogue();
    },
    transform: {
      filter: { id: [CATALOGUE_FILE, SOURCE] },
      handler(code, id) {
        const [, name] = CATALOGUE_FILE.exec(id) ?? [];
        if (name !== undefined) return `export const ${name} = {};`;
        const messages = messagesIn(code, catalogue);
        if (Object.keys(messages).length === 0) return null;
        const imported = `import { addMessages as __addMessages } from "@/messages/t";`;
        return `${imported} __addMessages(${JSON.stringify(messages)});\n${code}`;
      },
    },
  };
}
