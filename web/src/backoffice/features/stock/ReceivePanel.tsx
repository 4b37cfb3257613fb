import { NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { openUnits } from "./deliveryForm";
import { itemName } from "./names";
import { deliveryQuery, type StockDelivery } from "./queries";
import { NoteField, SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

const MAX_UNITS = 1_000_000;

function useReceipt(loaded: StockDelivery, onClose: () => void) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const [units, setUnits] = useState(() => openUnits(loaded));
  const [note, setNote] = useState("");
  const { id } = loaded.delivery;
  const lines = loaded.lines
    .map(({ skuId }) => ({ skuId, quantity: units[skuId] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/deliveries/{deliveryId}/receive", {
          params: { path: { deliveryId: id }, header: key.headers },
          body: { lines, note: note.trim() },
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(deliveryQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.receivedToast"));
      onClose();
    },
    onError: key.renewAfter,
  });
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { units, setUnits, note, setNote, count, save };
}

/** Adds what arrived to stock, in parts or as a whole. */
export function ReceivePanel({ loaded, onClose }: { loaded: StockDelivery; onClose: () => void }) {
  const { units, setUnits, note, setNote, count, save } = useReceipt(loaded, onClose);
  const changed = loaded.lines.filter(({ skuId }) => (units[skuId] ?? 0) > 0);
  return (
    <ActionPanel
      title={t("stock.receive")}
      opened
      onClose={onClose}
      footer={
        <SubmitFooter
          label={t("stock.receiveUnits", { count })}
          error={formError(save.error) ? save.error : null}
          pending={save.isPending}
          disabled={count === 0}
          onSubmit={() => save.mutate()}
        />
      }
    >
      <ReceiptLines loaded={loaded} units={units} setUnits={setUnits} />
      <NoteField
        value={note}
        onChange={(note) => setNote(note)}
        error={fieldErrors(save.error)["lines"]}
      />
      <WhatWillHappen
        figures={changed.map((line) => ({
          label: itemName(line),
          value: `${line.sellable} → ${line.sellable + (units[line.skuId] ?? 0)}`,
        }))}
        effects={[{ icon: "bell", text: t("stock.receiveTells") }]}
      />
    </ActionPanel>
  );
}

interface LinesProps {
  loaded: StockDelivery;
  units: Readonly<Record<number, number>>;
  setUnits: (change: (now: Record<number, number>) => Record<number, number>) => void;
}

function ReceiptLines({ loaded, units, setUnits }: LinesProps) {
  return (
    <ul className={styles.lines}>
      {loaded.lines.map((line) => (
        <li key={line.skuId} className={styles.line}>
          <div className={styles.what}>
            {itemName(line)}
            <div className="quiet small">
              {t("stock.receivedOf", { received: line.received, units: line.quantity })}
            </div>
          </div>
          <NumberInput
            className={styles.quantity ?? ""}
            aria-label={t("stock.unitsOf", { name: itemName(line) })}
            min={0}
            max={MAX_UNITS}
            clampBehavior="strict"
            allowDecimal={false}
            value={units[line.skuId] ?? 0}
            onChange={(value) => setUnits((now) => ({ ...now, [line.skuId]: Number(value) || 0 }))}
          />
        </li>
      ))}
    </ul>
  );
}
