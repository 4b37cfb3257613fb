import { ActionIcon, Button, NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { ItemFinder } from "./ItemFinder";
import { itemName } from "./names";
import { countQuery, type CountSheet, type StockItem } from "./queries";
import styles from "./stock.module.css";

const MAX_UNITS = 1_000_000;

/**
 * Enters one figure after the other. Scanning the item again adds one, so that a reader alone counts
 * item by item.
 */
export function FigureEntry({ sheet }: { sheet: CountSheet }) {
  const online = useOnline();
  const { search, item, counted, setCounted, choose, save } = useFigure(sheet);
  return (
    <Panel title={t("stock.enter")}>
      <div className={styles.form}>
        <ItemFinder onChoose={choose} inputRef={search} />
        {item ? (
          <form
            className={styles.entry}
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate({ skuId: item.skuId, units: counted });
            }}
          >
            <p className="strong">{itemName(item)}</p>
            <Stepper value={counted} onChange={setCounted} />
            <ErrorNote error={save.error} isWrite />
            <Button
              type="submit"
              variant="filled"
              fullWidth
              size="md"
              loading={save.isPending}
              disabled={!online}
              title={online ? undefined : t("frame.offlineWrites")}
            >
              {t("stock.saveFigure", { count: counted })}
            </Button>
          </form>
        ) : null}
      </div>
    </Panel>
  );
}

function useFigure(sheet: CountSheet) {
  const client = useQueryClient();
  const search = useRef<HTMLInputElement>(null);
  const [item, setItem] = useState<StockItem | null>(null);
  const [counted, setCounted] = useState(0);
  const { id } = sheet.sheet;
  const save = useMutation({
    mutationFn: ({ skuId, units }: { skuId: number; units: number }) =>
      unwrap(
        api.PUT("/api/admin/v1/stock/counts/{countId}/figures/{skuId}", {
          params: { path: { countId: id, skuId } },
          body: { counted: units },
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(countQuery(id).queryKey, changed);
      setItem(null);
      search.current?.focus();
    },
  });
  const choose = (chosen: StockItem) => {
    if (chosen.skuId === item?.skuId) {
      setCounted((units) => units + 1);
      return;
    }
    const known = sheet.lines.find(({ skuId }) => skuId === chosen.skuId);
    setItem(chosen);
    setCounted(known ? known.counted : 1);
  };
  return { search, item, counted, setCounted, choose, save };
}

/** Large buttons: a phone is held in one hand, the items in the other. */
function Stepper({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <div className={styles.stepper}>
      <ActionIcon
        size={48}
        variant="default"
        aria-label={t("stock.oneLess")}
        disabled={value === 0}
        onClick={() => onChange(Math.max(0, value - 1))}
      >
        <Icon name="minus" />
      </ActionIcon>
      <NumberInput
        aria-label={t("stock.countedUnits")}
        size="lg"
        min={0}
        max={MAX_UNITS}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        value={value}
        onChange={(changed) => onChange(Number(changed) || 0)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ActionIcon
        size={48}
        variant="default"
        aria-label={t("stock.oneMore")}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </ActionIcon>
    </div>
  );
}
