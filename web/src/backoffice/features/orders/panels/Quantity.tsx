import { ActionIcon } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import styles from "./money.module.css";

interface Props {
  title: string;
  value: number;
  max: number;
  /** Instead of "1 of 3". */
  text?: string;
  onChange: (value: number) => void;
}

/** "1 of 3" between − and +. Arrow keys change it as well. */
export function Quantity({ title, value, max, onChange, ...shown }: Props) {
  const text = shown.text ?? t("refunds.quantityOf", { quantity: value, all: max });
  const set = (next: number) => onChange(Math.min(max, Math.max(0, next)));
  return (
    <div className={styles.quantity}>
      <ActionIcon
        variant="subtle"
        onClick={() => set(value - 1)}
        disabled={value === 0}
        aria-label={t("refunds.fewer", { title })}
      >
        <Icon name="minus" small />
      </ActionIcon>
      <span
        role="spinbutton"
        tabIndex={0}
        aria-label={t("refunds.quantity", { title })}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={text}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          set(value + step);
        }}
      >
        {text}
      </span>
      <ActionIcon
        variant="subtle"
        onClick={() => set(value + 1)}
        disabled={value >= max}
        aria-label={t("refunds.more", { title })}
      >
        <Icon name="plus" small />
      </ActionIcon>
    </div>
  );
}
