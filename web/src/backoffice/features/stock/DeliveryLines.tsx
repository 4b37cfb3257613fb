import { ActionIcon, NumberInput } from "@mantine/core";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { Icon } from "../../ui/Icon";
import { decimalsOf, type FormLine } from "./deliveryForm";
import { ItemFinder } from "./ItemFinder";
import { itemName } from "./names";
import type { StockItem } from "./queries";
import styles from "./stock.module.css";

const MAX_UNITS = 1_000_000;

interface Props {
  lines: readonly FormLine[];
  error: string | undefined;
  onChange: (change: (lines: readonly FormLine[]) => readonly FormLine[]) => void;
}

/** Adds one unit of an item; one that is listed already gets one more. */
function added(lines: readonly FormLine[], item: StockItem): readonly FormLine[] {
  const isKnown = lines.some(({ skuId }) => skuId === item.skuId);
  if (!isKnown) {
    return [...lines, { skuId: item.skuId, name: itemName(item), quantity: 1, cost: "" }];
  }
  return lines.map((line) =>
    line.skuId === item.skuId ? { ...line, quantity: line.quantity + 1 } : line,
  );
}

/** The items of a delivery, with quantity and cost. */
export function DeliveryLines({ lines, error, onChange }: Props) {
  const set = (skuId: number, changed: Partial<FormLine>) =>
    onChange((now) => now.map((line) => (line.skuId === skuId ? { ...line, ...changed } : line)));
  return (
    <div className={styles.form}>
      <ItemFinder onChoose={(item) => onChange((now) => added(now, item))} />
      {lines.length === 0 ? <p className="quiet">{t("stock.addFirst")}</p> : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line
            key={line.skuId}
            line={line}
            onChange={(changed) => set(line.skuId, changed)}
            onRemove={() => onChange((now) => now.filter(({ skuId }) => skuId !== line.skuId))}
          />
        ))}
      </ul>
      {error ? <p className="bad small">{error}</p> : null}
    </div>
  );
}

interface LineProps {
  line: FormLine;
  onChange: (changed: Partial<FormLine>) => void;
  onRemove: () => void;
}

function Line({ line, onChange, onRemove }: LineProps) {
  const { currency } = useShop();
  return (
    <li className={styles.line}>
      <div className={styles.what}>{line.name}</div>
      <NumberInput
        className={styles.quantity ?? ""}
        label={t("stock.unitsField")}
        aria-label={t("stock.unitsOf", { name: line.name })}
        min={1}
        max={MAX_UNITS}
        clampBehavior="strict"
        allowDecimal={false}
        value={line.quantity}
        onChange={(value) => onChange({ quantity: Math.max(1, Number(value) || 1) })}
      />
      <NumberInput
        className={styles.quantity ?? ""}
        label={t("stock.costIn", { currency })}
        aria-label={t("stock.costOf", { name: line.name })}
        min={0}
        decimalScale={decimalsOf(currency)}
        hideControls
        value={line.cost}
        onChange={(cost) => onChange({ cost })}
      />
      <ActionIcon
        variant="subtle"
        aria-label={t("stock.removeItem", { name: line.name })}
        onClick={onRemove}
      >
        <Icon name="close" small />
      </ActionIcon>
    </li>
  );
}
