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
import type { OrderPanelProps } from "./props";

const DELIVERED = 6;

/** The calls for one parcel, or for all of the order. */
function callsFor(number: string, parcelId: string | null, headers: { "Idempotency-Key": string }) {
  if (parcelId === null) {
    const path = { number };
    return {
      preview: () =>
        unwrap(api.POST("/api/admin/v1/orders/{number}/delivery/preview", { params: { path } })),
      deliver: () =>
        unwrap(
          api.POST("/api/admin/v1/orders/{number}/delivery", { params: { path, header: headers } }),
        ),
      takeBack: null,
    };
  }
  const path = { number, parcelId };
  const one = "/api/admin/v1/orders/{number}/parcels/{parcelId}/delivery";
  return {
    preview: () => unwrap(api.POST(`${one}/preview`, { params: { path } })),
    deliver: () => unwrap(api.POST(one, { params: { path, header: headers } })),
    takeBack: () => unwrap(api.DELETE(one, { params: { path } })),
  };
}

function useDelivery({ order, opened, onClose, onChanged, subject }: OrderPanelProps) {
  const key = useIdempotencyKey();
  const calls = callsFor(order.orderId, subject, key.headers);
  const preview = useQuery({
    queryKey: ["order", order.orderId, "deliver", subject, order.version],
    queryFn: calls.preview,
    enabled: opened,
    retry: false,
  });
  const deliver = useMutation({
    mutationFn: calls.deliver,
    onSuccess: (changed) => {
      onChanged(changed);
      onClose();
      const { takeBack } = calls;
      if (changed.status === DELIVERED || takeBack === null) toast(t("order.delivered"));
      else {
        undoToast({
          text: t("order.parcelDelivered"),
          undo: async () => onChanged(await takeBack()),
        });
      }
    },
    onError: (error) => {
      key.renewAfter(error);
      onChanged();
    },
  });
  return { preview, deliver };
}

/** Marks one parcel, or all, as delivered. `subject` is the parcel. */
export default function DeliverPanel(props: OrderPanelProps) {
  const online = useOnline();
  const { preview, deliver } = useDelivery(props);
  const isFinal = preview.data?.statusAfter === DELIVERED;
  return (
    <ActionPanel
      title={t("order.deliverTitle")}
      opened={props.opened}
      onClose={props.onClose}
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
        order={props.order}
        preview={preview.data}
        pending={preview.isFetching}
        error={preview.error}
      />
    </ActionPanel>
  );
}
