/**
 * Compiles every mutant of the client into one build. Which one is on is decided in the page: by the user
 * agent of a browser test, or by a global of a unit test.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** A fault, as the runner hands it over in the file that `MUTANTS` names. */
export interface Mutant {
  id: string;
  /** Relative to the root of the repository. */
  file: string;
  find: string;
  broken: string | null;
  switched: string | null;
  tests: { file: string; title: string }[];
}

const root = resolve(import.meta.dirname, "../..");

export function readMutants(): Mutant[] {
  const path = process.env["MUTANTS"];
  if (path === undefined) throw new Error("MUTANTS names no file.");
  return JSON.parse(readFileSync(path, "utf8")) as Mutant[];
}

/** Marks the page with its mutant, for the rules of style sheets. */
const MARK = `document.documentElement.dataset.mutant = navigator.userAgent.split(" mutant/")[1] ?? "";\n`;

/** True while the mutant is the one that is on. */
const condition = (id: string) =>
  `((globalThis.mutantInUse ?? globalThis.navigator?.userAgent.split(" mutant/")[1]) === ${JSON.stringify(id)})`;

function switchedOn(mutant: Mutant, original: string): string {
  const when = condition(mutant.id);
  if (mutant.switched !== null)
    return mutant.switched.replaceAll("BROKEN", () => when).replaceAll("ORIGINAL", () => original);
  const broken = mutant.broken ?? "";
  return mutant.find.trimEnd().endsWith(";")
    ? `if (${when}) { ${broken} } else { ${original} }`
    : `(${when} ? (${broken}) : (${original}))`;
}

/** A file's text with all its mutants; two may stand at the same place, but not overlap. */
function withSwitches(text: string, mutants: readonly Mutant[]): string {
  const places = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    places.set(mutant.find, [...(places.get(mutant.find) ?? []), mutant]);
  }
  const found = [...places].map(([find, here]) => ({ find, here, at: text.indexOf(find) }));
  let result = text;
  for (const { find, here, at } of found.sort((one, other) => other.at - one.at)) {
    if (at < 0) throw new Error(`${here[0]?.file}: ${find} is not there.`);
    const replacement = here.reduce((original, mutant) => switchedOn(mutant, original), find);
    result = result.slice(0, at) + replacement + result.slice(at + find.length);
  }
  return result;
}

/** A style sheet with each mutant's rules after the rule that they break. */
function withRules(text: string, mutants: readonly Mutant[]): string {
  return mutants.reduce((css, { id, find, broken }) => {
    if (!css.includes(find)) throw new Error(`${id}: ${find} is not there.`);
    return css.replace(find, () => `${find}\nhtml[data-mutant="${id}"] { ${broken ?? ""} }`);
  }, text);
}

export function mutantSwitches(): Plugin {
  const mutants = readMutants();
  return {
    name: "mutant-switches",
    enforce: "pre",
    transform(code, id) {
      const file = relative(root, id.split("?")[0] ?? id);
      const own = mutants.filter((mutant) => mutant.file === file);
      const mark = file === "web/src/main.tsx" ? MARK : "";
      if (own.length === 0 && mark === "") return null;
      const changed = file.endsWith(".css") ? withRules(code, own) : mark + withSwitches(code, own);
      return { code: changed, map: null };
    },
  };
}
