import { Button, NumberInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import type { Order } from "../detail/order";
import { FulfilmentEffects } from "./FulfilmentEffects";
import { ParcelFields, type Tracking } from "./ParcelFields";
import { ShipFrom } from "./ShipFrom";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

/** The preview is requested this long after the last change, in milliseconds. */
const PREVIEW_MS = 350;

interface Draft extends Tracking {
  /** Null for the order of priority. */
  locationId: number | null;
  units: Readonly<Record<number, number>>;
}

function toBody({ carrier, trackingNumber, trackingUrl, arrivesBy, units, locationId }: Draft) {
  return {
    carrier: carrier.trim(),
    trackingNumber: trackingNumber.trim(),
    ...(trackingUrl.trim() ? { trackingUrl: trackingUrl.trim() } : {}),
    ...(arrivesBy ? { arrivesBy } : {}),
    ...(locationId === null ? {} : { locationId }),
    lines: Object.entries(units)
      .filter(([, quantity]) => quantity > 0)
      .map(([lineId, quantity]) => ({ lineId: Number(lineId), quantity })),
  };
}

function startOf(order: Order): Draft {
  const left = order.lines.filter((line) => line.toShipQuantity > 0);
  return {
    carrier: order.parcels.at(-1)?.carrier ?? "",
    trackingNumber: "",
    trackingUrl: "",
    arrivesBy: "",
    locationId: null,
    units: Object.fromEntries(left.map((line) => [line.lineId, line.toShipQuantity])),
  };
}

function useShipment({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const key = useIdempotencyKey();
  const [draft, setDraft] = useState(() => startOf(order));
  const body = toBody(draft);
  const count = body.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isComplete = body.carrier !== "" && body.trackingNumber !== "" && count > 0;
  const [previewedBody] = useDebouncedValue(JSON.stringify(body), PREVIEW_MS);
  const params = { path: { number: order.orderId } };
  const preview = useQuery({
    queryKey: ["order", order.orderId, "ship", previewedBody],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{number}/parcels/preview", {
          params,
          body: JSON.parse(previewedBody) as typeof body,
        }),
      ),
    enabled: opened && isComplete && previewedBody === JSON.stringify(body),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const ship = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{number}/parcels", {
          params: { ...params, header: key.headers },
          body,
        }),
      ),
    onSuccess: (shipped) => {
      onChanged(shipped.order);
      toast(t("order.shipped", { count }));
      onClose();
    },
    onError: (error) => {
      key.renewAfter(error);
      onChanged();
    },
  });
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  return { draft, change, count, isComplete, preview, ship };
}

/** Ships a parcel: what is in it, who carries it, and the email that follows. */
export default function ShipPanel(props: OrderPanelProps) {
  const { order, opened, onClose } = props;
  const online = useOnline();
  const { draft, change, count, isComplete, preview, ship } = useShipment(props);
  return (
    <ActionPanel
      title={t("order.shipTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(ship.error) ? ship.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            onClick={() => ship.mutate()}
            loading={ship.isPending}
            disabled={!isComplete || !online || preview.isError}
            title={online ? undefined : t("frame.offlineWrites")}
          >
            {t("order.ship", { count })}
          </Button>
          <p className="quiet tiny">
            {count === 0
              ? t("order.nothingChosen")
              : isComplete
                ? t("order.shipFinal")
                : t("order.shipIncomplete")}
          </p>
        </>
      }
    >
      <div className={styles.form}>
        <ParcelLines order={order} draft={draft} change={change} />
        <ShipFrom order={order} draft={draft} change={change} />
        <ParcelFields
          draft={draft}
          change={change}
          errors={fieldErrors(ship.error ?? preview.error)}
        />
        {isComplete ? (
          <FulfilmentEffects
            order={order}
            preview={preview.data}
            pending={preview.isFetching}
            error={formError(preview.error) ? preview.error : null}
          />
        ) : null}
      </div>
    </ActionPanel>
  );
}

interface PartProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function ParcelLines({ order, draft, change }: PartProps & { order: Order }) {
  return (
    <fieldset className={styles.items}>
      <legend className="strong">{t("order.shipItems")}</legend>
      <ul className={styles.lines}>
        {order.lines
          .filter((line) => line.toShipQuantity > 0)
          .map(({ lineId, title, options, toShipQuantity }) => (
            <li key={lineId} className={styles.line}>
              <p>
                <span className="strong">{title}</span>{" "}
                <span className="quiet small">{options.map(({ value }) => value).join(", ")}</span>
              </p>
              <NumberInput
                className={styles.quantity ?? ""}
                aria-label={t("order.units", { title })}
                min={0}
                max={toShipQuantity}
                clampBehavior="strict"
                allowDecimal={false}
                value={draft.units[lineId] ?? 0}
                onChange={(value) =>
                  change({ units: { ...draft.units, [lineId]: Number(value) || 0 } })
                }
              />
              <span className="quiet small">{t("order.unitsOf", { count: toShipQuantity })}</span>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}
