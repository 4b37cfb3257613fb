import { Checkbox, Select } from "@mantine/core";
import { useState } from "react";
import { t, tEnum } from "../../../messages/t";
import { cx } from "../../../ui/cx";
import { money } from "../../../ui/Money";
import { Quantity } from "./Quantity";
import styles from "./money.module.css";
import { type LineChoice, type OrderRefunds, REASONS, type RefundForm } from "./refundForm";

type Line = OrderRefunds["lines"][number];

const SHOWN_AT_FIRST = 4;

function priceOf(line: Line): string {
  const values = { price: money(line.unitAmount), tax: money(line.unitTax) };
  if (line.unitTax.amount === 0) return values.price;
  if (line.taxIncluded) return t("refunds.unitPriceIncluded", values);
  return line.refundable > 1 ? t("refunds.unitPriceEach", values) : t("refunds.unitPrice", values);
}

function LinePicture({ line }: { line: Line }) {
  if (!line.image) return null;
  const src = `${line.image.path}?w=80`;
  return <img className={styles.picture} src={src} alt="" width={40} height={40} loading="lazy" />;
}

function LineRow({
  line,
  choice,
  onChange,
}: {
  line: Line;
  choice: LineChoice;
  onChange: (choice: LineChoice) => void;
}) {
  const { title } = line;
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <div className={styles.what}>
        <div className={styles.title}>{title}</div>
        <div className="quiet small">{[...line.options, priceOf(line)].join(" · ")}</div>
      </div>
      {line.refundable > 0 ? (
        <Quantity
          title={title}
          value={choice.quantity}
          max={line.refundable}
          onChange={(quantity) => onChange({ ...choice, quantity })}
        />
      ) : (
        <span className="quiet small">
          {line.whyNot === "" ? null : tEnum("refunds.whyNot", line.whyNot)}
        </span>
      )}
      {choice.quantity > 0 ? (
        <div className={styles.choices}>
          <Checkbox
            label={t("refunds.restock")}
            aria-label={t("refunds.restockOf", { title })}
            checked={choice.restock}
            onChange={(event) => onChange({ ...choice, restock: event.currentTarget.checked })}
          />
          <Select
            aria-label={t("refunds.reasonOf", { title })}
            data={REASONS.map((value) => ({ value, label: tEnum("refunds.reason", value) }))}
            value={choice.reason}
            allowDeselect={false}
            w={170}
            onChange={(reason) => {
              if (reason) onChange({ ...choice, reason: reason });
            }}
          />
        </div>
      ) : null}
    </li>
  );
}

const UNCHOSEN: LineChoice = { quantity: 0, reason: "damaged", restock: false };

interface Props {
  options: OrderRefunds;
  form: RefundForm;
  onChange: (form: RefundForm) => void;
}

/** The items of an order with quantity, reason and restock each, then delivery and gift wrap. */
export function RefundLines({ options, form, onChange }: Props) {
  const [all, setAll] = useState(false);
  // What can be refunded comes first; the server's order otherwise.
  const lines = [...options.lines].sort(
    (a, b) => Number(b.refundable > 0) - Number(a.refundable > 0),
  );
  const first = lines.filter((line) => line.refundable > 0).slice(0, SHOWN_AT_FIRST);
  const shown = all ? lines : first;
  const hidden = lines.length - shown.length;
  return (
    <div>
      {first.length === 0 ? <p className="quiet">{t("refunds.noItems")}</p> : null}
      <ul className={styles.lines}>
        {shown.map((line) => (
          <LineRow
            key={line.lineId}
            line={line}
            choice={form.lines[line.lineId] ?? UNCHOSEN}
            onChange={(choice) =>
              onChange({ ...form, lines: { ...form.lines, [line.lineId]: choice } })
            }
          />
        ))}
      </ul>
      <div className={styles.extras}>
        <p className="quiet small">
          {hidden > 0 ? (
            <button type="button" className={cx("link", styles.link)} onClick={() => setAll(true)}>
              {t("refunds.moreItems", { count: hidden })}
            </button>
          ) : null}
          {hidden > 0 && !options.delivery ? " · " : null}
          {options.delivery ? null : t("refunds.noDelivery")}
        </p>
        {options.delivery ? (
          <Checkbox
            label={t("refunds.delivery", { amount: money(options.delivery) })}
            checked={form.delivery}
            onChange={(event) => onChange({ ...form, delivery: event.currentTarget.checked })}
          />
        ) : null}
        {options.giftWrap ? (
          <Checkbox
            label={t("refunds.giftWrap", { amount: money(options.giftWrap) })}
            checked={form.giftWrap}
            onChange={(event) => onChange({ ...form, giftWrap: event.currentTarget.checked })}
          />
        ) : null}
      </div>
    </div>
  );
}
