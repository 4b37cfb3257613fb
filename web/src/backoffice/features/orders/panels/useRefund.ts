import { useDebouncedValue } from "@mantine/hooks";
import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { money } from "../../../ui/Money";
import { toast } from "../../../ui/toasts";
import { grantRefund, payRefund, previewRefund } from "./refundCalls";
import {
  EMPTY,
  type OrderRefunds,
  type RefundForm,
  type RefundPreview,
  type RefundRequest,
  requestOf,
} from "./refundForm";

interface Options {
  orderId: string;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
  options: OrderRefunds;
}

export type Refund = ReturnType<typeof useRefund>;

/** Orders that were paid on delivery can only be refunded to the wallet. */
function startOf(options: OrderRefunds): RefundForm {
  return { ...EMPTY, destination: options.originalLimit.amount > 0 ? "original" : "wallet" };
}

/** The preview of a request: the last one stays while the next is computed. */
function useRefundPreview(orderId: string, current: RefundRequest | null, opened: boolean) {
  const [request] = useDebouncedValue(current, 200);
  const queryKey: QueryKey = ["order", orderId, "refund-preview", request];
  const query = useQuery({
    queryKey,
    queryFn: () => (request ? previewRefund(orderId, request) : null),
    enabled: request !== null && opened,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const isCurrent = JSON.stringify(current) === JSON.stringify(request) && !query.isPlaceholderData;
  const preview = request && current && !query.isError ? (query.data ?? null) : null;
  return { request, queryKey, query, isCurrent, preview };
}

interface Commit extends Pick<Options, "orderId" | "onClose" | "onChanged"> {
  request: RefundRequest | null;
  preview: RefundPreview | null;
  previewKey: QueryKey;
  canPay: boolean;
}

/** Grants the refund, then pays it. After a failure in between, the next click only pays. */
function useCommit({ orderId, onClose, onChanged, ...given }: Commit) {
  const client = useQueryClient();
  const grantKey = useIdempotencyKey();
  const payKey = useIdempotencyKey();
  const [granted, setGranted] = useState<string | null>(null);
  const { request, preview, canPay } = given;
  const commit = useMutation({
    mutationFn: async () => {
      if (!request || !preview) return;
      const refundId =
        granted ?? (await grantRefund(orderId, request, preview.version, grantKey.key));
      setGranted(refundId);
      if (canPay) await payRefund(orderId, refundId, payKey.key);
    },
    onSuccess: async () => {
      const amount = preview ? money(preview.amount) : "";
      toast(canPay ? t("refunds.done", { amount }) : t("refunds.granted", { amount }));
      onClose();
      onChanged();
      await client.invalidateQueries({ queryKey: ["order", orderId, "refunds"] });
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    onError: (error) => {
      grantKey.renewAfter(error);
      payKey.renewAfter(error);
      if (hasCode(error, "preview_changed")) {
        client.setQueryData(given.previewKey, error.details["preview"]);
      }
      void client.invalidateQueries({ queryKey: ["order", orderId, "refunds"] });
    },
  });
  return { commit, granted };
}

/** A refund as it is put together: its form, its preview and its commit. */
export function useRefund({ orderId, opened, onClose, onChanged, options }: Options) {
  const operator = useOperator();
  const isOnline = useOnline();
  const [form, setForm] = useState(() => startOf(options));
  const current = requestOf(form, options.paid.currency);
  const { request, queryKey, query, isCurrent, preview } = useRefundPreview(
    orderId,
    current,
    opened,
  );
  const canPay = operator.can("refunds.pay") && preview?.needsApproval !== true;
  const { commit, granted } = useCommit({
    orderId,
    onClose,
    onChanged,
    request,
    preview,
    previewKey: queryKey,
    canPay,
  });
  return {
    form,
    setForm,
    preview,
    isChosen: current !== null,
    isPreviewing: !isCurrent || query.isFetching,
    previewError: isCurrent ? query.error : null,
    isReady: preview !== null && isCurrent && isOnline,
    canPay,
    commit,
    granted,
  };
}
