import { type SubmitEvent, useId, useState } from "react";
import { typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon/Icon";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import { type ListParameters, parsePriceRange, setPriceRange } from "../list/listParameters";
import type { RangeProblems } from "./priceRange";
import styles from "./PriceRangeForm.module.css";

interface Props {
  list: ListParameters;
  currency: string;
  onChange: (list: ListParameters) => void;
}

const load = () => import("./priceRange");

/** Filters by a typed price range; either end may be empty. */
export function PriceRangeForm({ list, currency, onChange }: Props) {
  const id = useId();
  const { from, to } = parsePriceRange(list.filters["price"]?.[0]);
  const text = (amount: number | null) => (amount === null ? "" : typedAmount(amount, currency));
  const [low, setLow] = useState(text(from));
  const [high, setHigh] = useState(text(to));
  const [problems, setProblems] = useState<RangeProblems>({});
  const problem = problems.low ?? problems.high;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const module = await load().catch(showLoadError);
    if (!module) return;
    const { problems: found, range } = module.readPriceRange({ low, high }, currency);
    setProblems(found);
    if (range) onChange(setPriceRange(list, range));
    else module.focusFirstInvalid(form);
  };
  const problemId = `${id}-problem`;
  const describedBy = (invalid: boolean) =>
    invalid ? { "aria-invalid": true, "aria-describedby": problemId } : {};
  return (
    <form
      className={cx(styles["range"], "needs-script")}
      onSubmit={(event) => void submit(event)}
      onFocus={() => void load().catch(() => undefined)}
    >
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
