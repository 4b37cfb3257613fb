import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Quantity.module.css";

interface Props {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** Names what is counted, for those who cannot see it beside. */
  label?: string;
  disabled?: boolean;
  size?: "large" | "small";
}

/** A number with one less and one more. */
export function Quantity({
  value,
  onChange,
  min = 1,
  max = 99,
  label = t("product.quantity"),
  disabled = false,
  size = "large",
}: Props) {
  return (
    <div className={styles["quantity"]} data-size={size} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t("product.less")}
        disabled={disabled || value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={t("product.more")}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
