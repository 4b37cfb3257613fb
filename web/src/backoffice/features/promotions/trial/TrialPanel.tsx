import { ActionIcon, NumberInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/errors";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { Finder } from "../pickers/Finder";
import styles from "../promotions.module.css";
import {
  type CodeBody,
  type DiscountBody,
  itemsQuery,
  type SellableItem,
  trialQuery,
} from "../queries";
import { TrialResult } from "./TrialResult";

interface Props {
  /** A code that is not saved; null: none, or not complete. */
  code?: CodeBody | null;
  discount?: DiscountBody | null;
  /** The saved discount that the draft replaces. */
  discountId?: number | null;
}

interface Line {
  item: SellableItem;
  quantity: number;
}

/** Prices a cart with what is being edited, before it is saved. The server computes it. */
export function TrialPanel({ code, discount, discountId = null }: Props) {
  const [lines, setLines] = useState<Line[]>([]);
  const [entered, setEntered] = useState("");
  const [country, setCountry] = useState("");
  const isCode = code !== undefined;
  const now = {
    lines: lines.map(({ item, quantity }) => ({ skuId: item.skuId, quantity })),
    promoCode: isCode ? "" : entered.trim(),
    country: country.trim(),
    code: code ?? null,
    discount: discount ?? null,
    discountId: discount ? discountId : null,
  };
  const [body] = useDebouncedValue(now, 300);
  const query = useQuery(trialQuery(body));
  const isCurrent = JSON.stringify(body) === JSON.stringify(now) && !query.isPlaceholderData;
  return (
    <Panel title={t("promotions.tryIt")}>
      <div className={styles.form}>
        <p className="small quiet">{t("promotions.tryHelp")}</p>
        <Lines lines={lines} onChange={setLines} />
        <div className={styles.pair}>
          {isCode ? null : (
            <TextInput
              className={styles.short}
              label={t("promotions.code")}
              value={entered}
              maxLength={100}
              onChange={({ currentTarget }) => setEntered(currentTarget.value)}
            />
          )}
          <TextInput
            className={styles.short}
            label={t("promotions.country")}
            description={t("promotions.countryHelp")}
            value={country}
            maxLength={2}
            onChange={({ currentTarget }) => setCountry(currentTarget.value.toUpperCase())}
          />
        </div>
        <div aria-live="polite" className={isCurrent ? undefined : styles.pending}>
          {lines.length > 0 && query.error ? (
            <p className="small bad">{errorMessage(query.error)}</p>
          ) : null}
          {lines.length > 0 && query.data && !query.error ? (
            <TrialResult trial={query.data} />
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

interface LinesProps {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
}

const nameOf = ({ title, options }: SellableItem) =>
  [title, ...options.map(({ value }) => value)].join(" · ");

function Lines({ lines, onChange }: LinesProps) {
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = useQuery(itemsQuery(typed));
  const rows = (query.data ?? []).map((item) => ({
    key: item.skuId,
    title: nameOf(item),
    detail: [item.sku, money(item.price)].filter(Boolean).join(" · "),
    item,
  }));
  return (
    <>
      <Finder
        label={t("promotions.addItem")}
        placeholder={t("promotions.itemHint")}
        text={text}
        onText={setText}
        rows={rows}
        ready={typed === text.trim() && query.isSuccess && !query.isPlaceholderData}
        error={query.error}
        onChoose={({ item }) => {
          const isKnown = lines.some((line) => line.item.skuId === item.skuId);
          if (!isKnown) onChange([...lines, { item, quantity: 1 }]);
          setText("");
        }}
      />
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.item.skuId} className={styles.line}>
            <span className={styles.what}>{nameOf(line.item)}</span>
            <NumberInput
              className={styles.quantity}
              aria-label={t("promotions.quantityOf", { title: line.item.title })}
              value={line.quantity}
              min={1}
              max={99}
              allowDecimal={false}
              clampBehavior="strict"
              onChange={(value) =>
                typeof value === "number" && value > 0
                  ? onChange(lines.map((one) => (one === line ? { ...one, quantity: value } : one)))
                  : undefined
              }
            />
            <ActionIcon
              variant="subtle"
              aria-label={t("promotions.remove", { title: line.item.title })}
              onClick={() => onChange(lines.filter((one) => one !== line))}
            >
              <Icon name="close" small />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}
