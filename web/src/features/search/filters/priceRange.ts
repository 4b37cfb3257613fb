import { plainDecimal } from "@/format/decimal";
import { parseAmount } from "@/format/money";
import { t } from "@/messages/t";
import { field, hasErrors, validateFields } from "@/ui/Form/field";
import { between, decimal } from "@/ui/Form/rules";
import type { PriceRange } from "../list/listParameters";

export { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";

interface TypedRange {
  low: string;
  high: string;
}

export type RangeProblems = Partial<TypedRange>;

const MAX_PRICE = 9_999_999_999;

/** An amount may be typed with its currency sign. */
const withoutSign = (text: string) => text.replace(/\p{Sc}/gu, "");

/** The lowest price must not be above the highest, if there is one. */
function rangeFields(high: string) {
  const to = Number(plainDecimal(high) || MAX_PRICE);
  return {
    low: field(() => t("list.priceFrom"), decimal, between(0, to >= 0 ? to : MAX_PRICE)),
    high: field(() => t("list.priceTo"), decimal, between(0, MAX_PRICE)),
  };
}

/** The typed range in minor units, or null and what is wrong with it. */
export function readPriceRange(
  { low, high }: TypedRange,
  currency: string,
): { problems: RangeProblems; range: PriceRange | null } {
  const typed = { low: withoutSign(low), high: withoutSign(high) };
  const problems = validateFields(rangeFields(typed.high), typed);
  if (hasErrors(problems)) return { problems, range: null };
  return {
    problems,
    range: { from: parseAmount(low, currency), to: parseAmount(high, currency) },
  };
}
