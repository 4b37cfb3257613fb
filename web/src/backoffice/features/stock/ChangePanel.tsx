import { NumberInput, SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { REASONS } from "./names";
import { type Location, skuQuery, type StockItem } from "./queries";
import { NoteField, SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

const MAX_UNITS = 1_000_000;
const PREVIEW_MS = 300;
type Reason = (typeof REASONS)[number]["value"];

interface Props {
  item: StockItem;
  locations: readonly Location[];
  onClose: () => void;
}

interface Draft {
  direction: "add" | "remove";
  units: number;
  reason: Reason;
  locationId: number;
  note: string;
}

function useChange({ item, locations, onClose }: Props) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const start = locations.find(({ isDefault }) => isDefault) ?? locations[0];
  const [draft, setDraft] = useState<Draft>({
    direction: "add",
    units: 0,
    reason: "delivery",
    locationId: start?.id ?? 0,
    note: "",
  });
  const body = {
    locationId: draft.locationId,
    quantity: draft.direction === "add" ? draft.units : -draft.units,
    reason: draft.reason,
    note: draft.note.trim(),
  };
  const path = { skuId: item.skuId };
  const [settled] = useDebouncedValue(JSON.stringify({ ...body, note: "" }), PREVIEW_MS);
  const preview = useQuery({
    queryKey: ["stock", "sku", item.skuId, "preview", settled, item.onHand, item.sellable],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/skus/{skuId}/changes/preview", {
          params: { path },
          body: JSON.parse(settled) as typeof body,
        }),
      ),
    enabled: draft.units > 0 && draft.locationId > 0,
    retry: false,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/skus/{skuId}/changes", {
          params: { path, header: key.headers },
          body,
        }),
      ),
    onSuccess: (details) => {
      client.setQueryData(skuQuery(item.skuId).queryKey, details);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.changed"));
      onClose();
    },
    onError: key.renewAfter,
  });
  const change = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }));
  return { draft, change, preview, save };
}

/** Adds or removes units at a location, with a reason. */
export function ChangePanel(props: Props) {
  const { locations, onClose } = props;
  const form = useChange(props);
  const { draft, preview, save } = form;
  return (
    <ActionPanel
      title={t("stock.change")}
      opened
      onClose={onClose}
      footer={
        <SubmitFooter
          label={
            draft.direction === "add"
              ? t("stock.addUnits", { count: draft.units })
              : t("stock.removeUnits", { count: draft.units })
          }
          error={formError(save.error) ? save.error : null}
          pending={save.isPending}
          disabled={draft.units === 0 || preview.isError}
          onSubmit={() => save.mutate()}
        />
      }
    >
      <ChangeFields form={form} locations={locations} />
      {draft.units > 0 ? (
        <WhatWillHappen
          pending={preview.isFetching}
          error={preview.error}
          figures={
            preview.data
              ? [
                  {
                    label: t("stock.onHandHere"),
                    value: `${preview.data.onHandBefore} → ${preview.data.onHandAfter}`,
                  },
                  {
                    label: t("stock.sellable"),
                    value: `${preview.data.sellableBefore} → ${preview.data.sellableAfter}`,
                    total: true,
                  },
                ]
              : []
          }
        />
      ) : null}
    </ActionPanel>
  );
}

function ChangeFields({
  form: { draft, change, save },
  locations,
}: {
  form: ReturnType<typeof useChange>;
  locations: readonly Location[];
}) {
  const errors = fieldErrors(save.error);
  return (
    <div className={styles.form}>
      <SegmentedControl
        fullWidth
        aria-label={t("stock.direction")}
        value={draft.direction}
        data={[
          { value: "add", label: t("stock.add") },
          { value: "remove", label: t("stock.remove") },
        ]}
        onChange={(value) =>
          change(
            value === "add"
              ? { direction: "add", reason: "delivery" }
              : { direction: "remove", reason: "damage" },
          )
        }
      />
      <NumberInput
        label={t("stock.unitsField")}
        min={0}
        max={MAX_UNITS}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={draft.units}
        onChange={(value) => change({ units: Number(value) || 0 })}
        error={errors["quantity"]}
        data-autofocus
      />
      <Select
        label={t("stock.reason")}
        data={REASONS}
        value={draft.reason}
        allowDeselect={false}
        onChange={(value) => change({ reason: value as Reason })}
      />
      {locations.length > 1 ? (
        <LocationSelect
          label={t("stock.location")}
          locations={locations}
          value={draft.locationId}
          onChange={(locationId) => change({ locationId })}
        />
      ) : null}
      <NoteField value={draft.note} onChange={(note) => change({ note })} error={errors["note"]} />
    </div>
  );
}

export function LocationSelect({
  label,
  locations,
  value,
  onChange,
}: {
  label: string;
  locations: readonly Location[];
  value: number;
  onChange: (id: number) => void;
}) {
  return (
    <Select
      label={label}
      data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
