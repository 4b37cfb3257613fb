import { type SubmitEvent, useId, useState } from "react";
import { plainDecimal } from "@/format/decimal";
import { parseAmount, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { field, hasProblems, problemsIn } from "@/ui/Form/field";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { between, decimal } from "@/ui/Form/rules";
import { Icon } from "@/ui/Icon/Icon";
import { type ListState, readPriceRange, withPriceRange } from "../listState";
import styles from "./PriceEnds.module.css";

interface Props {
  state: ListState;
  currency: string;
  onChange: (state: ListState) => void;
}

const HIGHEST = 9_999_999_999;

/** An amount may be typed with its currency's sign. */
const withoutSign = (text: string) => text.replace(/\p{Sc}/gu, "");

/** The lower end ranges up to the upper one, where there is one. */
function endsUpTo(high: string) {
  const to = Number(plainDecimal(high) || HIGHEST);
  return {
    low: field(() => t("list.priceFrom"), decimal, between(0, to >= 0 ? to : HIGHEST)),
    high: field(() => t("list.priceTo"), decimal, between(0, HIGHEST)),
  };
}

/** A price range of the shopper's own, either end open. */
export function PriceEnds({ state, currency, onChange }: Props) {
  const id = useId();
  const { from, to } = readPriceRange(state.filters["price"]?.[0]);
  const text = (amount: number | null) => (amount === null ? "" : typedAmount(amount, currency));
  const [low, setLow] = useState(text(from));
  const [high, setHigh] = useState(text(to));
  const [problems, setProblems] = useState<{ low?: string; high?: string }>({});
  const problem = problems.low ?? problems.high;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = { low: withoutSign(low), high: withoutSign(high) };
    const found = problemsIn(endsUpTo(typed.high), typed);
    setProblems(found);
    if (hasProblems(found)) {
      focusFirstProblem(form);
      return;
    }
    onChange(
      withPriceRange(state, { from: parseAmount(low, currency), to: parseAmount(high, currency) }),
    );
  };
  return (
    <form className={styles["ends"]} onSubmit={submit}>
      <input
        inputMode="decimal"
        aria-label={t("list.priceFrom")}
        placeholder={t("list.from")}
        aria-invalid={problems.low === undefined ? undefined : true}
        aria-describedby={problems.low === undefined ? undefined : `${id}-problem`}
        value={low}
        onChange={(event) => setLow(event.target.value)}
      />
      <span aria-hidden="true">–</span>
      <input
        inputMode="decimal"
        aria-label={t("list.priceTo")}
        placeholder={t("list.to")}
        aria-invalid={problems.high === undefined ? undefined : true}
        aria-describedby={problems.high === undefined ? undefined : `${id}-problem`}
        value={high}
        onChange={(event) => setHigh(event.target.value)}
      />
      <button type="submit" aria-label={t("list.priceApply")}>
        <Icon name="arrow" />
      </button>
      {problem !== undefined && (
        <span id={`${id}-problem`} className={styles["problem"]} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
