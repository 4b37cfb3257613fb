import { Button, SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import type { components } from "../../../api/schema";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import type { Order } from "../detail/order";
import { CancelOutcome } from "./CancelOutcome";
import styles from "./money.module.css";
import { Quantity } from "./Quantity";
import type { OrderPanelProps } from "./props";

type Lines = components["schemas"]["CancelInput"]["lines"];

/** Nothing is shipped yet. */
const WHOLE: ReadonlySet<string> = new Set(["to_confirm", "to_pack", "to_ship"]);

/** What cancelling these items would do; null means the whole order, undefined that nothing is chosen. */
function useCancellation(order: Order, current: Lines | null | undefined, done: () => void) {
  const client = useQueryClient();
  const { headers, renewAfter } = useIdempotencyKey();
  const [requested] = useDebouncedValue(current, 200);
  const params = { path: { orderId: order.orderId } };
  const previewKey = ["order", order.orderId, "cancel-preview", requested];
  const query = useQuery({
    queryKey: previewKey,
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/cancellations/preview", {
          params,
          body: { lines: requested ?? [] },
        }),
      ),
    enabled: requested !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const isCurrent =
    JSON.stringify(current) === JSON.stringify(requested) && !query.isPlaceholderData;
  const isChosen = current !== undefined && requested !== undefined;
  const preview = isChosen && !query.isError ? (query.data ?? null) : null;
  const commit = useMutation({
    mutationFn: async () => {
      if (!preview) return;
      await unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/cancellations", {
          params: { ...params, header: headers },
          body: { lines: requested ?? [], version: preview.version },
        }),
      );
    },
    onSuccess: async () => {
      toast(t("refunds.cancelled"));
      done();
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "preview_changed")) {
        client.setQueryData(previewKey, error.details["preview"]);
      }
    },
  });
  return { preview, commit, isCurrent, isChosen, query };
}

/** Cancels an order or items that are not shipped yet, and refunds what was paid for them. */
export default function CancelPanel({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const canCancelWhole = WHOLE.has(order.fulfilment);
  const [isWhole, setWhole] = useState(canCancelWhole);
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({});
  const chosen = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([lineId, quantity]) => ({ lineId: Number(lineId), quantity }));
  const current = isWhole ? null : chosen.length > 0 ? chosen : undefined;
  const cancellation = useCancellation(order, current, () => {
    onClose();
    onChanged();
  });
  const { preview, isCurrent, query } = cancellation;
  return (
    <ActionPanel
      title={t("refunds.cancelTitle")}
      opened={opened}
      onClose={onClose}
      footer={<CancelFooter {...cancellation} />}
    >
      <div className={styles.form}>
        {canCancelWhole ? (
          <SegmentedControl
            fullWidth
            aria-label={t("refunds.cancelWhat")}
            data={[
              { value: "whole", label: t("refunds.cancelWhole") },
              { value: "some", label: t("refunds.cancelSome") },
            ]}
            value={isWhole ? "whole" : "some"}
            onChange={(value) => setWhole(value === "whole")}
          />
        ) : null}
        {isWhole ? null : <CancelLines order={order} units={units} onChange={setUnits} />}
        {cancellation.isChosen ? (
          <CancelOutcome
            preview={preview}
            pending={!isCurrent || query.isFetching}
            error={isCurrent ? query.error : null}
          />
        ) : null}
      </div>
    </ActionPanel>
  );
}

function CancelFooter({ preview, commit, isCurrent }: ReturnType<typeof useCancellation>) {
  const isOnline = useOnline();
  const count = preview?.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
  const label = () => {
    if (!preview) return t("refunds.cancelEmpty");
    return preview.whole ? t("refunds.cancelSubmit") : t("refunds.cancelSubmitItems", { count });
  };
  return (
    <div className={styles.footer}>
      <ErrorNote error={commit.error} isWrite />
      <Button
        variant="filled"
        color="bad"
        fullWidth
        loading={commit.isPending}
        disabled={!preview || !isCurrent || !isOnline}
        title={isOnline ? undefined : t("refunds.offline")}
        onClick={() => commit.mutate()}
      >
        {label()}
      </Button>
      <p className="quiet tiny">{t("refunds.cancelFinal")}</p>
    </div>
  );
}

interface LinesProps {
  order: Order;
  units: Readonly<Record<number, number>>;
  onChange: (units: Readonly<Record<number, number>>) => void;
}

/** The items that are not shipped yet, with quantities. Gifts leave with the items they came with. */
function CancelLines({ order, units, onChange }: LinesProps) {
  const lines = order.lines.filter((line) => line.toShipQuantity > 0 && line.gift === null);
  if (lines.length === 0) return <p className="quiet">{t("refunds.cancelNone")}</p>;
  return (
    <ul className={styles.lines}>
      {lines.map(({ lineId, title, options, toShipQuantity }) => (
        <li key={lineId} className={styles.line}>
          <div className={styles.what}>
            <div className={styles.title}>{title}</div>
            <div className="quiet small">{options.map((option) => option.value).join(" · ")}</div>
          </div>
          <Quantity
            title={title}
            value={units[lineId] ?? 0}
            max={toShipQuantity}
            onChange={(quantity) => onChange({ ...units, [lineId]: quantity })}
          />
        </li>
      ))}
    </ul>
  );
}
