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
import { itemName } from "./names";
import { type StockTransfer, transferQuery } from "./queries";
import { NoteField, SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

interface Arrived {
  received: number;
  lost: number;
}
type ArrivedById = Readonly<Record<number, Arrived>>;

const NOTHING: Arrived = { received: 0, lost: 0 };

/** Sets one part, and lowers the other where both exceed the units in transit. */
function limited(now: Arrived, part: keyof Arrived, value: number, inTransit: number): Arrived {
  const rest = Math.max(0, inTransit - value);
  return part === "lost"
    ? { lost: value, received: Math.min(now.received, rest) }
    : { received: value, lost: Math.min(now.lost, rest) };
}

function useArrival(loaded: StockTransfer, onClose: () => void) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const [arrived, setArrived] = useState<ArrivedById>(() =>
    Object.fromEntries(
      loaded.lines.map(({ skuId, inTransit }) => [skuId, { received: inTransit, lost: 0 }]),
    ),
  );
  const [note, setNote] = useState("");
  const { id } = loaded.transfer;
  const lines = loaded.lines
    .map(({ skuId }) => ({ skuId, ...(arrived[skuId] ?? NOTHING) }))
    .filter(({ received, lost }) => received + lost > 0);
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/transfers/{transferId}/receive", {
          params: { path: { transferId: id }, header: key.headers },
          body: { lines, note: note.trim() },
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(transferQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.arrivalSaved"));
      onClose();
    },
    onError: (error) => {
      key.renewAfter(error);
      // Somebody else may have received units.
      void client.invalidateQueries({ queryKey: transferQuery(id).queryKey });
    },
  });
  const sum = (part: keyof Arrived) => lines.reduce((total, line) => total + line[part], 0);
  return { arrived, setArrived, note, setNote, received: sum("received"), lost: sum("lost"), save };
}

interface Props {
  loaded: StockTransfer;
  onClose: () => void;
}

/** Adds what arrived to the target, and records what is damaged or lost. */
export function ArrivalPanel({ loaded, onClose }: Props) {
  const { arrived, setArrived, note, setNote, received, lost, save } = useArrival(loaded, onClose);
  const { target, inTransit } = loaded.transfer;
  return (
    <ActionPanel
      title={t("stock.receive")}
      opened
      onClose={onClose}
      footer={
        <SubmitFooter
          label={t("stock.receiveUnits", { count: received })}
          error={formError(save.error) ? save.error : null}
          pending={save.isPending}
          disabled={received + lost === 0}
          onSubmit={() => save.mutate()}
        />
      }
    >
      <ArrivedLines loaded={loaded} arrived={arrived} setArrived={setArrived} />
      <NoteField value={note} onChange={setNote} error={fieldErrors(save.error)["lines"]} />
      <WhatWillHappen
        figures={[
          { label: target, value: `+${received}` },
          { label: t("stock.kind.damage"), value: String(lost) },
          {
            label: t("stock.inTransit"),
            value: `${inTransit} → ${Math.max(0, inTransit - received - lost)}`,
          },
        ]}
        effects={[{ icon: "info", text: t("stock.arrivalHelp") }]}
      />
    </ActionPanel>
  );
}

interface LinesProps {
  loaded: StockTransfer;
  arrived: ArrivedById;
  setArrived: (change: (now: ArrivedById) => ArrivedById) => void;
}

function ArrivedLines({ loaded, arrived, setArrived }: LinesProps) {
  return (
    <ul className={styles.lines}>
      {loaded.lines
        .filter(({ inTransit }) => inTransit > 0)
        .map((line) => {
          const name = itemName(line);
          const now = arrived[line.skuId] ?? NOTHING;
          const field = (part: keyof Arrived, label: string, long: string) => (
            <NumberInput
              className={styles.quantity ?? ""}
              label={label}
              aria-label={long}
              min={0}
              max={line.inTransit}
              clampBehavior="strict"
              allowDecimal={false}
              value={now[part]}
              onChange={(value) =>
                setArrived((all) => ({
                  ...all,
                  [line.skuId]: limited(now, part, Number(value) || 0, line.inTransit),
                }))
              }
            />
          );
          return (
            <li key={line.skuId} className={styles.line}>
              <div className={styles.heading}>
                {name}
                <div className="quiet small">
                  {t("stock.inTransitUnits", { count: line.inTransit })}
                </div>
              </div>
              {field("received", t("stock.arrived"), t("stock.arrivedOf", { name }))}
              {field("lost", t("stock.lost"), t("stock.lostOf", { name }))}
            </li>
          );
        })}
    </ul>
  );
}
