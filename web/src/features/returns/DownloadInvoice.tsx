import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "@/api/client";
import { toApiError, errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { saveFile } from "./saveFile";

/** Downloads the invoice of an order in the list, where the invoice number is not known. */
export function DownloadInvoice({ orderId }: { orderId: string }) {
  // A double click arrives before the button renders as busy.
  const isStarted = useRef(false);
  const download = useMutation({
    mutationFn: async () => {
      const { data, error, response } = await api.GET("/api/orders/{orderId}/invoice", {
        params: { path: { orderId } },
        parseAs: "blob",
      });
      if (data === undefined) throw toApiError(response.status, error);
      const fileName = /filename="([\w-]+\.pdf)"/.exec(
        response.headers.get("Content-Disposition") ?? "",
      );
      saveFile(fileName?.[1] ?? `${orderId}.pdf`, data);
    },
    onError: (error) => showErrorToast(errorMessage(error)),
    onSettled: () => {
      isStarted.current = false;
    },
  });
  const start = () => {
    if (isStarted.current) return;
    isStarted.current = true;
    download.mutate();
  };
  return (
    <Button variant="tertiary" busy={download.isPending} onClick={start}>
      {t("order.invoice")}
    </Button>
  );
}
