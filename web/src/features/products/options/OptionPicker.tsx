import type { ReactNode } from "react";
import type { Option, SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { cx } from "@/ui/cx";
import { type Choice, hasSwatches, selectValue, valueState } from "./options";
import styles from "./OptionPicker.module.css";

interface Props {
  option: Option;
  skus: readonly SkuDetails[];
  choice: Choice;
  onChange: (choice: Choice) => void;
  /** Returns the price to show beside a value. */
  cost?: ((name: string, value: string) => string) | undefined;
  /** Prefix that keeps options of the same name apart when one screen has several products. */
  group?: string | undefined;
  /** Content beside the option's name, e.g. the size guide's button. */
  aside?: ReactNode;
}

/** One option as buttons or swatches, with unavailable and sold-out values marked. */
export function OptionPicker(props: Props) {
  const { option, skus, choice, onChange, cost, group = "", aside } = props;
  const { name, values } = option;
  const isSwatch = hasSwatches(option);
  return (
    <div className={cx(styles["picker"], "needs-script")}>
      <fieldset className={styles["option"]}>
        <legend>
          {name} <span className={styles["current"]}>{choice[name]}</span>
        </legend>
        <div className={styles["values"]}>
          {values.map(({ value, colour }) => {
            const state = valueState(skus, choice, name, value);
            const label = labelOf(value, state);
            const costs = cost?.(name, value);
            return (
              <label
                key={value}
                className={isSwatch ? styles["swatch"] : styles["button"]}
                data-state={state}
                title={isSwatch ? value : undefined}
              >
                <input
                  type="radio"
                  name={group + name}
                  value={value}
                  checked={choice[name] === value}
                  aria-label={costs ? `${label}, ${costs}` : label}
                  onChange={() => onChange(selectValue(skus, choice, name, value))}
                />
                {isSwatch ? (
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

function labelOf(value: string, state: ReturnType<typeof valueState>): string {
  if (state === "none") return t("product.notAvailable", { value });
  return state === "soldOut" ? t("product.soldOutValue", { value }) : value;
}
