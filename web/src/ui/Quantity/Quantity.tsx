import { useId, useState } from "react";
import { t } from "@/messages/t";
import { field, problemIn } from "../Form/field";
import { between, integer, required, type Rule } from "../Form/rules";
import { Icon } from "../Icon/Icon";
import styles from "./Quantity.module.css";

interface Props {
  value: number;
  /** Called with null where what is typed breaks a rule: then there is no quantity to go on with. */
  onChange: (value: number | null) => void;
  min?: number;
  /** The most that "One more" leads to. */
  max?: number;
  /** What a typed quantity has to keep; otherwise a whole number from `min` to `max`. */
  rules?: readonly Rule[];
  /** Names what is counted, for those who cannot see it beside. */
  label?: string;
  disabled?: boolean;
  size?: "large" | "small";
}

/** A number that can be typed, with one less and one more. What is typed wrong stays and is told. */
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
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const accept = (next: number) => {
    setTyped(null);
    setProblem(undefined);
    onChange(next);
  };
  const commit = () => {
    if (typed === null) return;
    const found = problemIn(
      field(() => t("product.quantity"), required, ...rules),
      typed,
    );
    if (found === undefined) {
      accept(Number(typed));
    } else {
      setProblem(found);
      onChange(null);
    }
  };
  return (
    <>
      <div
        className={styles["quantity"]}
        data-size={size}
        data-invalid={problem !== undefined || undefined}
        role="group"
        aria-label={label}
      >
        <button
          type="button"
          aria-label={t("product.less")}
          disabled={disabled || value <= min}
          onClick={() => accept(Math.max(Math.min(value - 1, max), min))}
        >
          <Icon name="minus" />
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          disabled={disabled}
          value={typed ?? String(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // A form around it is not sent by a quantity.
            event.preventDefault();
            commit();
          }}
        />
        <button
          type="button"
          aria-label={t("product.more")}
          disabled={disabled || value >= max}
          onClick={() => accept(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {problem !== undefined && (
        <span id={`${id}-problem`} className={styles["problem"]} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
