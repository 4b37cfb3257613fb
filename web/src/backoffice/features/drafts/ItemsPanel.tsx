import { ActionIcon, NumberInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { Icon } from "../../ui/Icon";
import { Money, money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import styles from "./drafts.module.css";
import type { FormLine } from "./draftForm";
import { Finder } from "./Finder";
import type { PartProps } from "./props";
import { type DraftQuote, itemsQuery, type SellableItem } from "./queries";

const MAX_QUANTITY = 99;

const optionsOf = (options: readonly { value: string }[]) =>
  options.map(({ value }) => value).join(" · ");

function stockText(item: SellableItem): string {
  if (!item.onSale) return t("drafts.notForSale");
  if (item.available === null) return t("drafts.unlimited");
  return t("drafts.inStock", { count: item.available });
}

/** Adds one unit of an item; one that is listed already gets one more. */
function added(lines: readonly FormLine[], item: SellableItem): FormLine[] {
  const known = lines.find(({ skuId }) => skuId === item.skuId);
  if (!known) return [...lines, { skuId: item.skuId, quantity: 1, title: item.title }];
  return lines.map((line) =>
    line === known ? { ...line, quantity: Math.min(line.quantity + 1, MAX_QUANTITY) } : line,
  );
}

/** The items to buy, with a search for more. */
export function ItemsPanel({ form, onChange, quote, errors }: PartProps) {
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = useQuery(itemsQuery(typed));
  const setLines = (change: (lines: readonly FormLine[]) => FormLine[]) =>
    onChange((now) => ({ ...now, lines: change(now.lines) }));
  const rows = (query.data ?? []).map((item) => ({
    key: item.skuId,
    title: [item.title, optionsOf(item.options)].filter(Boolean).join(", "),
    detail: `${item.sku} · ${money(item.price)} · ${stockText(item)}`,
    disabled: !item.onSale,
    item,
  }));
  return (
    <Panel title={t("drafts.items")}>
      <Finder
        label={t("drafts.findItem")}
        placeholder={t("drafts.findItemHint")}
        text={text}
        onText={setText}
        rows={rows}
        ready={typed === text.trim() && query.isSuccess && !query.isPlaceholderData}
        error={query.error}
        none={t("drafts.noItems")}
        onChoose={({ item }) => {
          setLines((lines) => added(lines, item));
          setText("");
        }}
      />
      {form.lines.length === 0 ? <p className="quiet">{t("drafts.addFirst")}</p> : null}
      <ul className={styles.lines}>
        {form.lines.map((line) => (
          <Line
            key={line.skuId}
            line={line}
            quote={quote}
            onQuantity={(quantity) =>
              setLines((lines) =>
                lines.map((one) => (one.skuId === line.skuId ? { ...one, quantity } : one)),
              )
            }
            onRemove={() => setLines((lines) => lines.filter(({ skuId }) => skuId !== line.skuId))}
          />
        ))}
        <Gifts quote={quote} />
      </ul>
      {errors["lines"] ? <p className="bad small">{errors["lines"]}</p> : null}
    </Panel>
  );
}

interface LineProps {
  line: FormLine;
  quote: DraftQuote | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

function problemOf(line: FormLine, quote: DraftQuote | undefined): string | null {
  if (quote?.goneSkuIds.includes(line.skuId)) return t("drafts.gone");
  const known = quote?.quote.lines.find((one) => one.skuId === line.skuId && one.id !== 0);
  if (known?.problem === "unavailable") return t("drafts.notForSale");
  if (known?.availableQuantity !== null && known && known.availableQuantity < line.quantity) {
    return t("drafts.short", { count: known.availableQuantity });
  }
  const limit = quote?.quote.problems.find((one) => one.skuId === line.skuId);
  return limit?.message ?? null;
}

function Line({ line, quote, onQuantity, onRemove }: LineProps) {
  const known = quote?.quote.lines.find((one) => one.skuId === line.skuId && one.id !== 0);
  const title = known?.title ?? line.title;
  const problem = problemOf(line, quote);
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <div className="strong">{title}</div>
        {known ? (
          <div className="quiet small">
            {[optionsOf(known.options), money(known.price)].filter(Boolean).join(" · ")}
          </div>
        ) : null}
        {problem ? (
          <div className="bad small" role="status">
            {problem}
          </div>
        ) : null}
      </div>
      <NumberInput
        className={styles.quantity}
        aria-label={t("drafts.quantityOf", { title })}
        value={line.quantity}
        min={1}
        max={MAX_QUANTITY}
        clampBehavior="strict"
        allowDecimal={false}
        onChange={(value) =>
          typeof value === "number" && value >= 1 ? onQuantity(value) : undefined
        }
      />
      <span className={styles.amount}>
        {known && known.quantity === line.quantity ? <Money value={known.lineTotal} /> : null}
      </span>
      <ActionIcon variant="subtle" aria-label={t("drafts.remove", { title })} onClick={onRemove}>
        <Icon name="close" small />
      </ActionIcon>
    </li>
  );
}

/** What automatic discounts add for free. */
function Gifts({ quote }: { quote: DraftQuote | undefined }) {
  return quote?.quote.lines
    .filter(({ id }) => id === 0)
    .map((gift) => (
      <li key={`gift-${gift.skuId}`} className={styles.line}>
        <div className={styles.what}>
          <div className="strong">{gift.title}</div>
          <div className="quiet small">{t("drafts.gift")}</div>
        </div>
        <span className={styles.amount}>{t("drafts.units1", { count: gift.quantity })}</span>
      </li>
    ));
}
