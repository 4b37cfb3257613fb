import type { Facet } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";

/** Number of values that a long facet shows at first. */
export const COLLAPSED = 10;
/** The most values that are shown without "Show all" and a search field. */
const SHORT = 12;

export function isLong({ total }: Facet): boolean {
  return total > SHORT;
}

/** The label of what opens the other values; of very many values there are only the most frequent. */
export function moreLabel({ total, values }: Facet): string {
  const count = number(values.length);
  return total > values.length
    ? t("list.someValues", { count, total: number(total) })
    : t("list.moreValues", { count });
}
