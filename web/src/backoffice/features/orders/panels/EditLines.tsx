import { Button } from "@mantine/core";
import { t } from "../../../messages/t";
import { money } from "../../../ui/Money";
import type { Order, OrderLine } from "../detail/order";
import { type EditForm, quantityOf, unitsLeft } from "./editForm";
import styles from "./money.module.css";
import { Quantity } from "./Quantity";

const MOST = 99;

interface Props {
  order: Order;
  form: EditForm;
  onChange: (form: EditForm) => void;
}

/** The items of an order with new quantities. More of one costs today's price. */
export function EditLines({ order, form, onChange }: Props) {
  const lines = order.lines.filter((line) => unitsLeft(line) > 0);
  const set = (lineId: number, quantity: number) =>
    onChange({ ...form, quantities: { ...form.quantities, [lineId]: quantity } });
  return (
    <ul className={styles.lines} aria-label={t("edits.items")}>
      {lines.map((line) => (
        <li key={line.lineId} className={styles.line}>
          <div className={styles.what}>
            <div className={styles.title}>{line.title}</div>
            <div className="quiet small">
              {[
                ...line.options.map((option) => option.value),
                t("edits.placedPrice", { price: money(line.price) }),
              ].join(" · ")}
            </div>
          </div>
          {line.gift === null ? (
            <LineQuantity
              line={line}
              value={quantityOf(line, form)}
              canGrow={!line.isGiftCard}
              onChange={(quantity) => set(line.lineId, quantity)}
            />
          ) : (
            <p className="quiet small">{t("edits.gift")}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  line: OrderLine;
  value: number;
  canGrow: boolean;
  onChange: (quantity: number) => void;
}

function LineQuantity({ line, value, canGrow, onChange }: LineProps) {
  const left = unitsLeft(line);
  const { title } = line;
  const most = canGrow ? left + Math.min(line.available ?? MOST, MOST) : left;
  const removed = value === 0;
  return (
    <>
      <Quantity
        title={title}
        value={value}
        max={most}
        text={value === left ? String(left) : t("edits.changed", { before: left, after: value })}
        onChange={onChange}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={removed ? t("edits.keepOf", { title }) : t("edits.removeOf", { title })}
        onClick={() => onChange(removed ? left : 0)}
      >
        {removed ? t("edits.keep") : t("edits.remove")}
      </Button>
    </>
  );
}
