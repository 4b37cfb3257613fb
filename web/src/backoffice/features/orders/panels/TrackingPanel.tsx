import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError, hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { ParcelFields } from "./ParcelFields";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

function useTracking({ order, onClose, onChanged, subject }: OrderPanelProps) {
  const parcel = order.parcels.find(({ parcelId }) => parcelId === subject);
  const [draft, setDraft] = useState({
    carrier: parcel?.carrier ?? "",
    trackingNumber: parcel?.trackingNumber ?? "",
    trackingUrl: "",
    arrivesBy: parcel?.arrivesBy ?? "",
  });
  const changes = Object.fromEntries(
    Object.entries(draft)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ""),
  );
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/orders/{number}/parcels/{parcelId}", {
          params: {
            path: { number: order.orderId, parcelId: subject ?? "" },
            header: { "If-Match": order.version },
          },
          body: changes,
        }),
      ),
    onSuccess: (changed) => {
      onChanged(changed);
      toast(t("order.trackingSaved"));
      onClose();
    },
    onError: () => onChanged(),
  });
  const change = (changed: Partial<typeof draft>) =>
    setDraft((before) => ({ ...before, ...changed }));
  return { parcel, draft, change, save };
}

/** Corrects the carrier, tracking number, link or day of a parcel; `subject` is its id. */
export default function TrackingPanel(props: OrderPanelProps) {
  const online = useOnline();
  const { parcel, draft, change, save } = useTracking(props);
  return (
    <ActionPanel
      title={t("order.correctTitle")}
      opened={props.opened}
      onClose={props.onClose}
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
            disabled={!online || draft.carrier.trim() === "" || draft.trackingNumber.trim() === ""}
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
        <ParcelFields
          draft={draft}
          change={change}
          errors={fieldErrors(save.error)}
          link={parcel?.trackingUrl ?? ""}
        />
      </div>
    </ActionPanel>
  );
}
