import type { CategoryNode } from "@/api/types";
import { currentLocale } from "@/messages/t";

/** Where titles stand that begin with no letter. */
const OTHERS = "#";

/** The letter that a title is looked up under: Ä under A. */
function initialOf(title: string): string {
  const [first = ""] = Array.from(title.trim().normalize("NFD"));
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(currentLocale()) : OTHERS;
}

/** Categories by their initials, both in the order of the shop's language. */
export function byInitial(
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
