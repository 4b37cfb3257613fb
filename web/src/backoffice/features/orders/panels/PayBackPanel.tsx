import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError, hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useShop } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { toast } from "../../../ui/toasts";
import { newTransfer, TransferFields } from "../../../ui/TransferFields";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

function usePayBack({ order, subject, onClose, onChanged }: OrderPanelProps) {
  const { headers, renewAfter } = useIdempotencyKey();
  const refund = order.manualRefunds.find(({ refundId }) => String(refundId) === subject);
  const paidWith = order.manualPayments[0]?.method;
  const [transfer, setTransfer] = useState({
    ...newTransfer(useShop().timeZone),
    ...(paidWith ? { method: paidWith } : {}),
  });
  const record = useMutation({
    mutationFn: (refundId: number) =>
      unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/manual-refunds/{refundId}/paid", {
          params: { path: { orderId: order.orderId, refundId }, header: headers },
          body: {
            method: transfer.method,
            reference: transfer.reference.trim(),
            paidOn: transfer.day,
          },
        }),
      ),
    onSuccess: () => {
      if (refund) toast(t("order.paidBack", { amount: money(refund.amount) }));
      onClose();
      onChanged();
    },
    onError: (error) => {
      renewAfter(error);
      // Somebody else did it: the panel closes with what is left to do.
      if (hasCode(error, "manual_refund_paid")) toast(error.message);
      onChanged();
    },
  });
  return { refund, transfer, setTransfer, record };
}

/** Records how money was paid back outside of the payment provider; `subject` is the refund's id. */
export default function PayBackPanel(props: OrderPanelProps) {
  const online = useOnline();
  const { refund, transfer, setTransfer, record } = usePayBack(props);
  const errors = fieldErrors(record.error);
  if (!refund) return null;
  const isPaid = refund.method !== null;
  return (
    <ActionPanel
      title={t("order.payBackTitle")}
      opened={props.opened}
      onClose={props.onClose}
      footer={
        <div className={styles.form}>
          <ErrorNote error={formError(record.error) !== null ? record.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={record.isPending}
            disabled={!online || transfer.day === "" || isPaid}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => record.mutate(refund.refundId)}
          >
            {t("order.payBackSubmit", { amount: money(refund.amount) })}
          </Button>
          <p className="quiet tiny">{t("order.payBackFinal")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <p>{t("order.payBackHelp", { amount: money(refund.amount) })}</p>
        <TransferFields
          value={transfer}
          dayLabel={t("order.paidBackOn")}
          errors={{ ...errors, day: errors["paidOn"] }}
          onChange={setTransfer}
        />
      </div>
    </ActionPanel>
  );
}
