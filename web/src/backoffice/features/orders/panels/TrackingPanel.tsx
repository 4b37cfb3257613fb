import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError, hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./registry";
import { useCarriers } from "./ShipPanel";

/** Corrects the carrier, tracking number, link or day of a parcel; `subject` is its id. */
export default function TrackingPanel(props: OrderPanelProps) {
  const { order, opened, onClose, onChanged, subject } = props;
  const parcel = order.parcels.find(({ parcelId }) => parcelId === subject);
  const online = useOnline();
  const carriers = useCarriers();
  const [carrier, setCarrier] = useState(parcel?.carrier ?? "");
  const [number, setNumber] = useState(parcel?.trackingNumber ?? "");
  const [url, setUrl] = useState("");
  const [day, setDay] = useState(parcel?.arrivesBy ?? "");
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/orders/{number}/parcels/{parcelId}", {
          params: {
            path: { number: order.orderId, parcelId: subject ?? "" },
            header: { "If-Match": order.version },
          },
          body: {
            ...(carrier.trim() ? { carrier: carrier.trim() } : {}),
            ...(number.trim() ? { trackingNumber: number.trim() } : {}),
            ...(url.trim() ? { trackingUrl: url.trim() } : {}),
            ...(day ? { arrivesBy: day } : {}),
          },
        }),
      ),
    onSuccess: (changed) => {
      onChanged(changed);
      toast(t("order.trackingSaved"));
      onClose();
    },
    onError: () => onChanged(),
  });
  const errors = fieldErrors(save.error);
  return (
    <ActionPanel
      title={t("order.correctTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(save.error) ? save.error : null} isWrite />
          {hasCode(save.error, "edit_conflict") ? (
            <p className="small">{t("order.changedElsewhere")}</p>
          ) : null}
          <Button
            variant="filled"
            fullWidth
            loading={save.isPending}
            disabled={!online || carrier.trim() === "" || number.trim() === ""}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => save.mutate()}
          >
            {t("order.saveTracking")}
          </Button>
          <p className="quiet tiny">{t("order.correctNote")}</p>
        </>
      }
    >
      <div className={styles.form}>
        <Autocomplete
          label={t("order.carrier")}
          data={carriers}
          maxLength={60}
          value={carrier}
          error={errors["carrier"]}
          onChange={setCarrier}
        />
        <TextInput
          label={t("order.trackingNumber")}
          maxLength={64}
          value={number}
          error={errors["trackingNumber"]}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <TextInput
          type="url"
          label={t("order.trackingUrl")}
          description={t("order.trackingUrlHelp")}
          placeholder={parcel?.trackingUrl ?? ""}
          value={url}
          error={errors["trackingUrl"]}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t("order.arrivesBy")}
          value={day}
          error={errors["arrivesBy"]}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </div>
    </ActionPanel>
  );
}
