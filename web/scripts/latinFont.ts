/**
 * Writes the typeface's Latin font that the storefront loads: the characters of its CSS (`unicode-range`) in the
 * weights that the shop uses, without hints, which screens of today do not need. `npm run font` runs it; the
 * result is committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const SOURCE = "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2";
export const FONT = new URL("../src/theme/fonts/hanken-grotesk-latin.woff2", import.meta.url);
const STYLES = new URL("../src/theme/fonts.css", import.meta.url);

const WEIGHTS = { min: 400, max: 700 };
/** Kerning and accents; without fractions and ligatures. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"];
const PRINTABLE_FROM = 0x20;

/** The characters of the face in the style sheet that loads the file. */
function charactersOf(styles: string): string {
  const face = styles.split("@font-face").find((one) => one.includes("hanken-grotesk-latin.woff2"));
  const ranges = [...(face ?? "").matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)];
  return ranges
    .flatMap(([, first = "", last = first]) => {
      const from = parseInt(first, 16);
      return Array.from({ length: parseInt(last, 16) - from + 1 }, (_, index) => from + index);
    })
    .filter((code) => code >= PRINTABLE_FROM)
    .map((code) => String.fromCodePoint(code))
    .join("");
}

/** The font as WOFF2. */
export function makeFont(): Promise<Buffer> {
  const source = readFileSync(fileURLToPath(import.meta.resolve(SOURCE)));
  return subsetFont(source, charactersOf(readFileSync(STYLES, "utf8")), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
    noHinting: true,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FONT, await makeFont());
