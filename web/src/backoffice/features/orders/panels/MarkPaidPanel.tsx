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
import type { IconName } from "../../../ui/Icon";
import { money } from "../../../ui/Money";
import { toast } from "../../../ui/toasts";
import { newTransfer, TransferFields } from "../../../ui/TransferFields";
import { WhatWillHappen } from "../../../ui/WhatWillHappen";
import type { Order } from "../detail/order";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

function useMarking({ order, onClose, onChanged }: OrderPanelProps) {
  const { headers, renewAfter } = useIdempotencyKey();
  const [transfer, setTransfer] = useState(newTransfer(useShop().timeZone));
  const mark = useMutation({
    mutationFn: ({ amount }: Order["toPay"]) =>
      unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/manual-payments", {
          params: { path: { orderId: order.orderId }, header: headers },
          body: {
            amount,
            method: transfer.method,
            reference: transfer.reference.trim(),
            receivedOn: transfer.day,
          },
        }),
      ),
    onSuccess: () => {
      toast(t("order.markedPaid", { amount: money(order.toPay) }));
      onClose();
      onChanged();
    },
    onError: (error) => {
      renewAfter(error);
      // Somebody else did it: the panel closes with what is left to do.
      if (hasCode(error, "payment_not_due")) toast(error.message);
      onChanged();
    },
  });
  return { transfer, setTransfer, mark };
}

function effectsOf(order: Order) {
  const effects: { icon: IconName; text: string }[] = [];
  if (order.payment === "on_delivery") {
    effects.push({ icon: "info", text: t("order.markPaidCourier") });
  } else {
    effects.push({ icon: "info", text: t("order.markPaidLink") });
    effects.push({ icon: "mail", text: t("order.markPaidEmail") });
  }
  effects.push({ icon: "note", text: t("order.markPaidInvoice") });
  return effects;
}

/** Marks what is to be paid of an order as paid outside of the payment provider. */
export default function MarkPaidPanel(props: OrderPanelProps) {
  const { order } = props;
  const online = useOnline();
  const { transfer, setTransfer, mark } = useMarking(props);
  const errors = fieldErrors(mark.error);
  const isForm = formError(mark.error) !== null;
  return (
    <ActionPanel
      title={t("order.markPaid")}
      opened={props.opened}
      onClose={props.onClose}
      footer={
        <div className={styles.form}>
          <ErrorNote error={isForm ? mark.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={mark.isPending}
            disabled={!online || transfer.day === ""}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => mark.mutate(order.toPay)}
          >
            {t("order.markPaidSubmit", { amount: money(order.toPay) })}
          </Button>
          <p className="quiet tiny">{t("order.markPaidFinal")}</p>
        </div>
      }
    >
      <div className={styles.form}>
        <TransferFields
          value={transfer}
          dayLabel={t("order.receivedOn")}
          errors={{ ...errors, day: errors["receivedOn"] }}
          onChange={setTransfer}
        />
        <WhatWillHappen
          figures={[{ label: t("order.received"), value: money(order.toPay), total: true }]}
          effects={effectsOf(order)}
        />
      </div>
    </ActionPanel>
  );
}
