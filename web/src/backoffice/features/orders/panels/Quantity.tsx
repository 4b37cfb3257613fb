import { ActionIcon } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import styles from "./money.module.css";

interface Props {
  title: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** "1 of 3" between − and +. Arrow keys change it as well. */
export function Quantity({ title, value, max, onChange }: Props) {
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
        aria-valuetext={t("refunds.quantityOf", { quantity: value, all: max })}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          set(value + step);
        }}
      >
        {t("refunds.quantityOf", { quantity: value, all: max })}
      </span>
      <ActionIcon
        variant="subtle"
        onClick={() => set(value + 1)}
        disabled={value === max}
        aria-label={t("refunds.more", { title })}
      >
        <Icon name="plus" small />
      </ActionIcon>
    </div>
  );
}
