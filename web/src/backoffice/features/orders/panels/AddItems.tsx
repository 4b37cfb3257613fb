import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { cx } from "../../../ui/cx";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { type EditForm, type ItemChoice, withItem, withQuantity } from "./editForm";
import styles from "./money.module.css";
import { Quantity } from "./Quantity";

const MOST = 99;

interface Props {
  orderId: string;
  form: EditForm;
  onChange: (form: EditForm) => void;
}

function useItems(orderId: string, typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 200);
  const query = useQuery({
    queryKey: ["order", orderId, "items-to-add", search],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/{orderId}/edits/items", {
          params: { path: { orderId }, query: { search } },
        }),
      ),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  return { search, query, found: search === "" ? [] : (query.data ?? []) };
}

/** Finds items by title or SKU. Enter adds the first one; all others are buttons. */
export function AddItems({ orderId, form, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const { search, query, found } = useItems(orderId, typed);
  const add = (item: ItemChoice) => {
    onChange(withItem(form, item));
    setTyped("");
  };
  const isEmpty = search !== "" && query.isSuccess && !query.isFetching && found.length === 0;
  return (
    <div className={styles.fields}>
      <AddedItems form={form} onChange={onChange} />
      <TextInput
        type="search"
        label={t("edits.add")}
        placeholder={t("edits.search")}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter" || !first || search !== typed.trim()) return;
          event.preventDefault();
          add(first);
        }}
      />
      <ErrorNote error={query.error} />
      {isEmpty ? <p className="quiet">{t("edits.noneFound", { search })}</p> : null}
      {typed.trim() !== "" && found.length > 0 ? <Choices found={found} onAdd={add} /> : null}
    </div>
  );
}

function nameOf({ title, options }: ItemChoice): string {
  return [title, ...options].join(", ");
}

function factsOf({ price, available }: ItemChoice): string {
  const stock = available === null ? [] : [t("edits.available", { count: available })];
  return [money(price), ...stock].join(" · ");
}

function Choices({
  found,
  onAdd,
}: {
  found: readonly ItemChoice[];
  onAdd: (item: ItemChoice) => void;
}) {
  return (
    <ul className={styles.lines} aria-label={t("edits.found")}>
      {found.map((item) => (
        <li key={item.skuId} className={styles.line}>
          <div className={styles.what}>
            <button
              type="button"
              className={cx("link", styles.link)}
              aria-label={t("edits.addOf", { title: nameOf(item) })}
              disabled={item.available === 0}
              onClick={() => onAdd(item)}
            >
              {nameOf(item)}
            </button>
            <div className="quiet small">
              {item.sku} · {factsOf(item)}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function AddedItems({ form, onChange }: Omit<Props, "orderId">) {
  if (form.added.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {form.added.map(({ item, quantity }) => (
        <li key={item.skuId} className={styles.line}>
          <div className={styles.what}>
            <div className={styles.title}>{nameOf(item)}</div>
            <div className="quiet small">{t("edits.todayPrice", { price: money(item.price) })}</div>
          </div>
          <Quantity
            title={nameOf(item)}
            value={quantity}
            max={Math.min(item.available ?? MOST, MOST)}
            text={`+${quantity}`}
            onChange={(next) => onChange(withQuantity(form, item.skuId, next))}
          />
        </li>
      ))}
    </ul>
  );
}
