import { type SubmitEvent, useId, useState } from "react";
import { plainDecimal } from "@/format/decimal";
import { parseAmount, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { field, hasErrors, validateFields } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { between, decimal } from "@/ui/Form/rules";
import { Icon } from "@/ui/Icon/Icon";
import { type ListParameters, parsePriceRange, setPriceRange } from "../list/listParameters";
import styles from "./PriceRangeForm.module.css";

interface Props {
  list: ListParameters;
  currency: string;
  onChange: (list: ListParameters) => void;
}

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

/** Filters by a typed price range; either end may be empty. */
export function PriceRangeForm({ list, currency, onChange }: Props) {
  const id = useId();
  const { from, to } = parsePriceRange(list.filters["price"]?.[0]);
  const text = (amount: number | null) => (amount === null ? "" : typedAmount(amount, currency));
  const [low, setLow] = useState(text(from));
  const [high, setHigh] = useState(text(to));
  const [problems, setProblems] = useState<{ low?: string; high?: string }>({});
  const problem = problems.low ?? problems.high;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = { low: withoutSign(low), high: withoutSign(high) };
    const found = validateFields(rangeFields(typed.high), typed);
    setProblems(found);
    if (hasErrors(found)) {
      focusFirstInvalid(form);
      return;
    }
    onChange(
      setPriceRange(list, { from: parseAmount(low, currency), to: parseAmount(high, currency) }),
    );
  };
  const problemId = `${id}-problem`;
  const describedBy = (invalid: boolean) =>
    invalid ? { "aria-invalid": true, "aria-describedby": problemId } : {};
  return (
    <form className={styles["range"]} onSubmit={submit}>
      <input
        inputMode="decimal"
        aria-label={t("list.priceFrom")}
        placeholder={t("list.from")}
        {...describedBy(problems.low !== undefined)}
        value={low}
        onChange={(event) => setLow(event.target.value)}
      />
      <span aria-hidden="true">–</span>
      <input
        inputMode="decimal"
        aria-label={t("list.priceTo")}
        placeholder={t("list.to")}
        {...describedBy(problems.high !== undefined)}
        value={high}
        onChange={(event) => setHigh(event.target.value)}
      />
      <button type="submit" aria-label={t("list.priceApply")}>
        <Icon name="arrow" />
      </button>
      {problem !== undefined && (
        <span id={problemId} className={styles["problem"]} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
