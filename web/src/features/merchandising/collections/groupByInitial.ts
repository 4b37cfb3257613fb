import type { CategoryNode } from "@/api/types";
import { currentLocale } from "@/messages/t";

/** The group of titles that do not start with a letter. */
const OTHERS = "#";

/** The group of a title: its first letter without accents, so Ä is under A. */
function initialOf(title: string): string {
  const [first = ""] = Array.from(title.trim().normalize("NFD"));
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(currentLocale()) : OTHERS;
}

/** Groups categories by initial; groups and titles are sorted by the rules of the locale. */
export function groupByInitial(
  categories: readonly CategoryNode[],
): (readonly [string, CategoryNode[]])[] {
  const { compare } = new Intl.Collator(currentLocale(), { numeric: true });
  const groups = new Map<string, CategoryNode[]>();
  for (const category of categories) {
    const initial = initialOf(category.title);
    groups.set(initial, [...(groups.get(initial) ?? []), category]);
  }
  return [...groups]
    .sort(([one], [other]) => compare(one, other))
    .map(([initial, group]) => [
      initial,
      group.sort((one, other) => compare(one.title, other.title)),
    ]);
}
