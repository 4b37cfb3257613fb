/** Elements that the editor keeps. It would drop others, such as tables of imported descriptions. */
const SUPPORTED = new Set(
  "P BR STRONG B EM I S STRIKE DEL U CODE PRE H2 H3 H4 UL OL LI BLOCKQUOTE HR A".split(" "),
);

/** Names of the elements of an HTML text that the editor would drop, in lower case. */
export function unsupportedElements(html: string): string[] {
  const found = new DOMParser().parseFromString(html, "text/html").body.querySelectorAll("*");
  const names = Array.from(found, ({ tagName }) => tagName).filter((name) => !SUPPORTED.has(name));
  return [...new Set(names)].map((name) => name.toLowerCase()).sort();
}
