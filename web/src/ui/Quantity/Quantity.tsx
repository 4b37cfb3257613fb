import { type KeyboardEvent, useId } from "react";
import { t } from "@/messages/t";
import { between, integer, type Rule } from "../Form/rules";
import { Icon } from "../Icon/Icon";
import styles from "./Quantity.module.css";
import { useQuantityInput } from "./useQuantityInput";

interface Props {
  value: number;
  /** Called with null for an invalid quantity. */
  onChange: (value: number | null) => void;
  min?: number;
  /** Limit of the "One more" button. */
  max?: number;
  /** Rules for a typed quantity; by default a whole number from `min` to `max`. */
  rules?: readonly Rule[];
  /** Accessible name. */
  label?: string;
  disabled?: boolean;
  size?: "large" | "small";
}

/** A number input with buttons for one less and one more. */
export function Quantity({
  value,
  onChange,
  min = 1,
  max = 99,
  rules = [integer, between(min, max)],
  label = t("product.quantity"),
  disabled = false,
  size = "large",
}: Props) {
  const problemId = `${useId()}-problem`;
  const { text, problem, type, change, commit } = useQuantityInput(value, rules, onChange);
  const isInvalid = problem !== undefined;
  return (
    <>
      <div
        className={styles["quantity"]}
        data-size={size}
        data-invalid={isInvalid || undefined}
        role="group"
        aria-label={label}
      >
        <button
          type="button"
          aria-label={t("product.less")}
          disabled={disabled || value <= min}
          onClick={() => change(Math.max(Math.min(value - 1, max), min))}
        >
          <Icon name="minus" />
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? problemId : undefined}
          disabled={disabled}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={onEnter(commit)}
        />
        <button
          type="button"
          aria-label={t("product.more")}
          disabled={disabled || value >= max}
          onClick={() => change(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
      <QuantityProblem id={problemId} text={problem} />
    </>
  );
}

/** Enter must not submit a form around the input. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act();
};

function QuantityProblem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span id={id} className={styles["problem"]} role="alert">
      {text}
    </span>
  );
}
