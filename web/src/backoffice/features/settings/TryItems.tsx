import { ActionIcon, NumberInput, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { money } from "../../ui/Money";
import { type CheckableItem, checkableItemsQuery } from "./queries";
import styles from "./settings.module.css";

export interface TriedItem extends CheckableItem {
  quantity: number;
}

interface Props {
  items: readonly TriedItem[];
  onChange: (items: readonly TriedItem[]) => void;
}

const nameOf = ({ title, options }: CheckableItem) => [title, ...options].join(" · ");
const detailOf = ({ sku, price }: CheckableItem) => [sku, money(price)].filter(Boolean).join(" · ");

/** The items of the order that is tried: found by title or SKU, with their quantities. */
export function TryItems({ items, onChange }: Props) {
  return (
    <div className={styles.rates}>
      <ItemSearch
        onChoose={(item) =>
          items.some(({ skuId }) => skuId === item.skuId)
            ? undefined
            : onChange([...items, { ...item, quantity: 1 }])
        }
      />
      {items.map((item) => (
        <div key={item.skuId} className={styles.fields}>
          <span className={styles.grow}>
            {nameOf(item)} <span className="quiet small">{detailOf(item)}</span>
          </span>
          <NumberInput
            aria-label={t("settings.quantityOf", { name: nameOf(item) })}
            value={item.quantity}
            min={1}
            max={99}
            maw={70}
            hideControls
            onChange={(value) =>
              onChange(
                items.map((one) => (one === item ? { ...one, quantity: Number(value) || 1 } : one)),
              )
            }
          />
          <ActionIcon
            variant="subtle"
            aria-label={t("settings.removeNamed", { name: nameOf(item) })}
            onClick={() => onChange(items.filter((one) => one !== item))}
          >
            <Icon name="close" small />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}

function ItemSearch({ onChoose }: { onChoose: (item: CheckableItem) => void }) {
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = useQuery(checkableItemsQuery(typed));
  const found = typed === "" ? [] : (query.data ?? []);
  return (
    <>
      <Select
        label={t("settings.addItem")}
        placeholder={t("settings.addItemHint")}
        searchable
        searchValue={text}
        onSearchChange={setText}
        value={null}
        data={found.map((item) => ({ value: String(item.skuId), label: nameOf(item) }))}
        filter={({ options }) => options}
        nothingFoundMessage={typed !== "" && query.isSuccess ? t("settings.noItem") : undefined}
        renderOption={({ option }) => {
          const item = found.find(({ skuId }) => String(skuId) === option.value);
          return (
            <span>
              {option.label} <span className="quiet small">{item ? detailOf(item) : ""}</span>
            </span>
          );
        }}
        onChange={(value) => {
          const item = found.find(({ skuId }) => String(skuId) === value);
          if (item) onChoose(item);
          setText("");
        }}
      />
      <ErrorNote error={typed === "" ? null : query.error} />
    </>
  );
}
