import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast, undoToast } from "../../../ui/toasts";
import { FulfilmentEffects } from "./FulfilmentEffects";
import type { OrderPanelProps } from "./registry";

const DELIVERED = 6;

/** Marks one parcel, or all, as delivered. `subject` is the parcel. */
export default function DeliverPanel(props: OrderPanelProps) {
  const { order, opened, onClose, onChanged, subject } = props;
  const online = useOnline();
  const key = useIdempotencyKey();
  const number = order.orderId;
  const preview = useQuery({
    queryKey: ["order", number, "deliver", subject, order.version],
    queryFn: () =>
      subject === null
        ? unwrap(
            api.POST("/api/admin/v1/orders/{number}/delivery/preview", {
              params: { path: { number } },
            }),
          )
        : unwrap(
            api.POST("/api/admin/v1/orders/{number}/parcels/{parcelId}/delivery/preview", {
              params: { path: { number, parcelId: subject } },
            }),
          ),
    enabled: opened,
    retry: false,
  });
  const deliver = useMutation({
    mutationFn: () =>
      subject === null
        ? unwrap(
            api.POST("/api/admin/v1/orders/{number}/delivery", {
              params: { path: { number }, header: key.headers },
            }),
          )
        : unwrap(
            api.POST("/api/admin/v1/orders/{number}/parcels/{parcelId}/delivery", {
              params: { path: { number, parcelId: subject }, header: key.headers },
            }),
          ),
    onSuccess: (changed) => {
      onChanged(changed);
      onClose();
      if (changed.status === DELIVERED || subject === null) {
        toast(t("order.delivered"));
        return;
      }
      undoToast({
        text: t("order.parcelDelivered"),
        undo: async () =>
          onChanged(
            await unwrap(
              api.DELETE("/api/admin/v1/orders/{number}/parcels/{parcelId}/delivery", {
                params: { path: { number, parcelId: subject } },
              }),
            ),
          ),
      });
    },
    onError: (error) => {
      key.renewAfter(error);
      onChanged();
    },
  });
  const isFinal = preview.data?.statusAfter === DELIVERED;
  return (
    <ActionPanel
      title={t("order.deliverTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={deliver.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={deliver.isPending}
            disabled={!preview.data || !online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => deliver.mutate()}
          >
            {t("order.deliver")}
          </Button>
          <p className="quiet tiny">
            {isFinal ? t("order.deliverFinal") : t("order.deliverReversible")}
          </p>
        </>
      }
    >
      <FulfilmentEffects
        order={order}
        preview={preview.data}
        pending={preview.isFetching}
        error={preview.error}
      />
    </ActionPanel>
  );
}
