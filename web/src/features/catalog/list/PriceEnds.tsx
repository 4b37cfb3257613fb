import { type SubmitEvent, useState } from "react";
import { parseAmount, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { type ListState, readPriceRange, withPriceRange } from "../listState";
import styles from "./PriceEnds.module.css";

interface Props {
  state: ListState;
  currency: string;
  onChange: (state: ListState) => void;
}

/** A price range of the shopper's own, either end open. */
export function PriceEnds({ state, currency, onChange }: Props) {
  const { from, to } = readPriceRange(state.filters["price"]?.[0]);
  const text = (amount: number | null) => (amount === null ? "" : typedAmount(amount, currency));
  const [low, setLow] = useState(text(from));
  const [high, setHigh] = useState(text(to));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
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
        maxLength={12}
        value={low}
        onChange={(event) => setLow(event.target.value)}
      />
      <span aria-hidden="true">–</span>
      <input
        inputMode="decimal"
        aria-label={t("list.priceTo")}
        placeholder={t("list.to")}
        maxLength={12}
        value={high}
        onChange={(event) => setHigh(event.target.value)}
      />
      <button type="submit" aria-label={t("list.priceApply")}>
        <Icon name="arrow" />
      </button>
    </form>
  );
}
