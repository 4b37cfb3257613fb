import type { Facet } from "@/api/types";

/** Characters that Unicode does not take apart, as the server writes them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
};

/** The words of a text in lower case, without accents and punctuation, joined by spaces. */
function fold(text: string): string {
  const plain = text.toLowerCase().replace(/[ßæœøđłı]/g, (one) => PLAIN[one] ?? one);
  const words = plain.normalize("NFKD").replace(/\p{M}/gu, "");
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** The values whose label contains each word of the text. */
export function matchValues(values: Facet["values"], text: string): Facet["values"] {
  const words = fold(text).split(" ").filter(Boolean);
  if (words.length === 0) return [];
  return values.filter(({ label }) => {
    const folded = fold(label);
    return words.every((word) => folded.includes(word));
  });
}
