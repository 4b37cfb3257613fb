import { Autocomplete, Button, NumberInput, TextInput } from "@mantine/core";
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
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./registry";

/** The server is asked for the preview this long after the last key, in milliseconds. */
const PREVIEW_MS = 350;

interface Draft {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  arrivesBy: string;
  units: Readonly<Record<number, number>>;
}

export function useCarriers(): string[] {
  const { data } = useQuery({
    queryKey: ["carriers"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/carriers")),
    staleTime: 10 * 60_000,
  });
  return data?.map(({ name }) => name) ?? [];
}

function toBody({ carrier, trackingNumber, trackingUrl, arrivesBy, units }: Draft) {
  return {
    carrier: carrier.trim(),
    trackingNumber: trackingNumber.trim(),
    ...(trackingUrl.trim() ? { trackingUrl: trackingUrl.trim() } : {}),
    ...(arrivesBy ? { arrivesBy } : {}),
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
    units: Object.fromEntries(left.map((line) => [line.lineId, line.toShipQuantity])),
  };
}

/** Ships a parcel: what is in it, who carries it, and the email that follows. */
export default function ShipPanel({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const online = useOnline();
  const carriers = useCarriers();
  const key = useIdempotencyKey();
  const [draft, setDraft] = useState(() => startOf(order));
  const body = toBody(draft);
  const count = body.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isComplete = body.carrier !== "" && body.trackingNumber !== "" && count > 0;
  const [asked] = useDebouncedValue(JSON.stringify(body), PREVIEW_MS);
  const params = { path: { number: order.orderId } };
  const preview = useQuery({
    queryKey: ["order", order.orderId, "ship", asked],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/orders/{number}/parcels/preview", {
          params,
          body: JSON.parse(asked) as typeof body,
        }),
      ),
    enabled: opened && isComplete && asked === JSON.stringify(body),
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
  const errors = fieldErrors(ship.error ?? preview.error);
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
            {count === 0 ? t("order.nothingChosen") : t("order.shipFinal")}
          </p>
        </>
      }
    >
      <div className={styles.form}>
        <fieldset>
          <legend className="strong">{t("order.shipItems")}</legend>
          <ul className={styles.lines}>
            {order.lines
              .filter((line) => line.toShipQuantity > 0)
              .map((line) => (
                <li key={line.lineId} className={styles.line}>
                  <p>
                    <span className="strong">{line.title}</span>{" "}
                    <span className="quiet small">
                      {line.options.map(({ value }) => value).join(", ")}
                    </span>
                  </p>
                  <NumberInput
                    className={styles.quantity}
                    aria-label={t("order.units", { title: line.title })}
                    min={0}
                    max={line.toShipQuantity}
                    clampBehavior="strict"
                    allowDecimal={false}
                    value={draft.units[line.lineId] ?? 0}
                    onChange={(value) =>
                      change({ units: { ...draft.units, [line.lineId]: Number(value) || 0 } })
                    }
                  />
                  <span className="quiet small">
                    {t("order.unitsOf", { count: line.toShipQuantity })}
                  </span>
                </li>
              ))}
          </ul>
        </fieldset>
        <Autocomplete
          label={t("order.carrier")}
          data={carriers}
          maxLength={60}
          value={draft.carrier}
          error={errors["carrier"]}
          onChange={(carrier) => change({ carrier })}
        />
        <TextInput
          label={t("order.trackingNumber")}
          maxLength={64}
          autoComplete="off"
          value={draft.trackingNumber}
          error={errors["trackingNumber"]}
          onChange={({ currentTarget }) => change({ trackingNumber: currentTarget.value })}
        />
        <TextInput
          type="url"
          label={t("order.trackingUrl")}
          description={t("order.trackingUrlHelp")}
          value={draft.trackingUrl}
          error={errors["trackingUrl"]}
          onChange={({ currentTarget }) => change({ trackingUrl: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("order.arrivesBy")}
          description={t("order.arrivesByHelp")}
          value={draft.arrivesBy}
          error={errors["arrivesBy"]}
          onChange={({ currentTarget }) => change({ arrivesBy: currentTarget.value })}
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
