import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "@/api/client";
import { refusal, sentenceOf } from "@/api/errors";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { saveFile } from "./saveFile";

/** Downloads the invoice of an order in a list, whose number is not known there. */
export function DownloadInvoice({ orderId }: { orderId: string }) {
  // The second click of two comes before the button is drawn as busy.
  const asked = useRef(false);
  const download = useMutation({
    mutationFn: async () => {
      const { data, error, response } = await api.GET("/api/orders/{orderId}/invoice", {
        params: { path: { orderId } },
        parseAs: "blob",
      });
      if (data === undefined) throw refusal(response.status, error);
      const named = /filename="([\w-]+\.pdf)"/.exec(
        response.headers.get("Content-Disposition") ?? "",
      );
      saveFile(named?.[1] ?? `${orderId}.pdf`, data);
    },
    onError: (error) => tellFailure(sentenceOf(error)),
    onSettled: () => {
      asked.current = false;
    },
  });
  const start = () => {
    if (asked.current) return;
    asked.current = true;
    download.mutate();
  };
  return (
    <Button look="quiet" busy={download.isPending} onClick={start}>
      {t("order.invoice")}
    </Button>
  );
}
