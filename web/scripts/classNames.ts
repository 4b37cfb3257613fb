import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const STYLES = /([^/]+)\.module\.css$/;

/**
 * The name of a class in the built CSS, such as `ProductCard_title`. Hashes would make it unique too, but
 * do not compress. Files with class names therefore need different names.
 */
export function scopedName(local: string, path: string): string {
  return `${STYLES.exec(path)?.[1] ?? ""}_${local}`;
}

const IMPORT = /^import (\w+) from ("([^"]+\.module\.css)");$/gm;

/** Replaces `styles["title"]` by the class name, and the import of the table of names by one of the CSS. */
export function inlineClassNames(code: string): string {
  let inlined = code;
  for (const [statement, table = "", quoted = "", path = ""] of code.matchAll(IMPORT)) {
    const nameOf = (local: string) => scopedName(local, path);
    inlined = inlined
      .replace(statement, `import ${quoted};`)
      .replaceAll(new RegExp(`\\b${table}\\["([\\w-]+)"\\]`, "g"), (_, local: string) =>
        JSON.stringify(nameOf(local)),
      )
      .replaceAll(new RegExp(`\\b${table}\\[(\\w+)\\]`, "g"), `\`${nameOf("${$1}")}\``);
    if (new RegExp(`\\b${table}\\b`).test(inlined)) {
      throw new Error(`Write ${table}["name"] or ${table}[name]; the build replaces nothing else.`);
    }
  }
  return inlined;
}

/** Only for builds: tests and the development server use the tables. */
export function classNames(): Plugin[] {
  const files = new Map<string, string>();
  return [
    {
      name: "class-names",
      apply: "build",
      enforce: "pre",
      buildStart: () => {
        files.clear();
      },
      transform: {
        filter: { id: /\/src\/.+\.tsx?$/ },
        handler(code, id) {
          for (const [, , , source = ""] of code.matchAll(IMPORT)) {
            const path = resolve(dirname(id), source);
            const name = STYLES.exec(path)?.[1] ?? "";
            const known = files.get(name) ?? path;
            if (known !== path)
              this.error(`Rename ${path} or ${known}: their classes have the same names.`);
            files.set(name, known);
          }
          return inlineClassNames(code);
        },
      },
    },
    {
      // Leaves out the tables; Vite would leave out the styles with them.
      name: "class-names:styles",
      apply: "build",
      enforce: "post",
      transform: {
        filter: { id: STYLES },
        handler: () => ({ code: "", map: null, moduleSideEffects: "no-treeshake" }),
      },
    },
  ];
}
