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
import { LocationSelect } from "./ChangePanel";
import { type Location, skuQuery, type StockItem } from "./queries";
import { NoteField, SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

interface Props {
  item: StockItem;
  locations: readonly Location[];
  onClose: () => void;
}

function useMove({ item, locations, onClose }: Props) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const first = item.levels[0]?.locationId ?? locations[0]?.id ?? 0;
  const [sourceId, setSource] = useState(first);
  const [targetId, setTarget] = useState(locations.find(({ id }) => id !== first)?.id ?? 0);
  const [quantity, setQuantity] = useState(0);
  const [note, setNote] = useState("");
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/skus/{skuId}/moves", {
          params: { path: { skuId: item.skuId }, header: key.headers },
          body: { sourceId, targetId, quantity, note: note.trim() },
        }),
      ),
    onSuccess: (details) => {
      client.setQueryData(skuQuery(item.skuId).queryKey, details);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.moved"));
      onClose();
    },
    onError: key.renewAfter,
  });
  const at = (id: number) => item.levels.find(({ locationId }) => locationId === id)?.onHand ?? 0;
  return {
    sourceId,
    targetId,
    quantity,
    note,
    setSource: (id: number) => {
      if (id === targetId) setTarget(sourceId);
      setSource(id);
    },
    setTarget,
    setQuantity,
    setNote,
    save,
    at,
  };
}

/** Moves units to another location, those that orders hold included. */
export function MovePanel(props: Props) {
  const { locations, onClose } = props;
  const form = useMove(props);
  const { sourceId, targetId, quantity, save, at } = form;
  const nameOf = (id: number) => locations.find((one) => one.id === id)?.name ?? "";
  const isPossible = quantity > 0 && quantity <= at(sourceId) && sourceId !== targetId;
  return (
    <ActionPanel
      title={t("stock.move")}
      opened
      onClose={onClose}
      footer={
        <SubmitFooter
          label={t("stock.moveUnits", { count: quantity })}
          error={formError(save.error) ? save.error : null}
          pending={save.isPending}
          disabled={!isPossible}
          onSubmit={() => save.mutate()}
        />
      }
    >
      <MoveFields form={form} locations={locations} />
      {isPossible ? (
        <WhatWillHappen
          figures={[sourceId, targetId].map((id) => ({
            label: nameOf(id),
            value: `${at(id)} → ${at(id) + (id === sourceId ? -quantity : quantity)}`,
          }))}
          effects={[{ icon: "info", text: t("stock.moveKeeps") }]}
        />
      ) : null}
    </ActionPanel>
  );
}

function MoveFields({
  form,
  locations,
}: {
  form: ReturnType<typeof useMove>;
  locations: readonly Location[];
}) {
  const { sourceId, targetId, quantity, save, at } = form;
  return (
    <div className={styles.form}>
      <LocationSelect
        label={t("stock.from")}
        locations={locations}
        value={sourceId}
        onChange={form.setSource}
      />
      <LocationSelect
        label={t("stock.to")}
        locations={locations.filter(({ id }) => id !== sourceId)}
        value={targetId}
        onChange={form.setTarget}
      />
      <NumberInput
        label={t("stock.unitsField")}
        description={t("stock.thereAre", { count: at(sourceId) })}
        min={0}
        max={at(sourceId)}
        clampBehavior="strict"
        allowDecimal={false}
        value={quantity}
        onChange={(value) => form.setQuantity(Number(value) || 0)}
        error={fieldErrors(save.error)["quantity"]}
      />
      <NoteField value={form.note} onChange={(note) => form.setNote(note)} />
    </div>
  );
}
