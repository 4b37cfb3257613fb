import type { ReactNode } from "react";
import type { Option, SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { type Choice, isSwatched, picked, stateOf } from "./options";
import styles from "./OptionPicker.module.css";

interface Props {
  option: Option;
  skus: readonly SkuDetails[];
  choice: Choice;
  onChange: (choice: Choice) => void;
  /** What a value costs, where that is shown beside it. */
  cost?: (name: string, value: string) => string;
  /** Tells the same option of several products on one screen apart. */
  group?: string;
  /** Helps to choose; stands beside the option's name. */
  aside?: ReactNode;
}

/** One option as buttons or swatches; what is not made or sold out with the rest shows so. */
export function OptionPicker(props: Props) {
  const { option, skus, choice, onChange, cost, group = "", aside } = props;
  const { name, values } = option;
  const swatched = isSwatched(option);
  return (
    <div className={styles["picker"]}>
      <fieldset className={styles["option"]}>
        <legend>
          {name} <span className={styles["chosen"]}>{choice[name]}</span>
        </legend>
        <div className={styles["values"]}>
          {values.map(({ value, colour }) => {
            const state = stateOf(skus, choice, name, value);
            const label = labelOf(value, state);
            const costs = cost?.(name, value);
            return (
              <label
                key={value}
                className={swatched ? styles["swatch"] : styles["button"]}
                data-state={state}
                title={swatched ? value : undefined}
              >
                <input
                  type="radio"
                  name={group + name}
                  value={value}
                  checked={choice[name] === value}
                  aria-label={costs ? `${label}, ${costs}` : label}
                  onChange={() => onChange(picked(skus, choice, name, value))}
                />
                {swatched ? (
                  <i style={{ background: colour ?? undefined }} />
                ) : (
                  <span>{value}</span>
                )}
                {costs && <span className={styles["cost"]}>{costs}</span>}
              </label>
            );
          })}
        </div>
      </fieldset>
      {aside && <div className={styles["aside"]}>{aside}</div>}
    </div>
  );
}

function labelOf(value: string, state: ReturnType<typeof stateOf>): string {
  if (state === "none") return t("product.notAvailable", { value });
  return state === "soldOut" ? t("product.soldOutValue", { value }) : value;
}
