import { useState } from "react";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { errorMessage } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { useCancelLines } from "./changes";
import styles from "./Forms.module.css";
import { LinesSheet } from "./LinesSheet";
import {
  isWholeOrder,
  remainingQuantity,
  toLineQuantities,
  useLineSelection,
} from "./lineSelection";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  onClose: () => void;
}

/** Cancels items of an order that has not been shipped. */
export function CancelItems({ order, orderKey, onClose }: Props) {
  const [idempotencyKey] = useState(createIdempotencyKey);
  const cancel = useCancelLines({ orderId: order.orderId, key: orderKey }, idempotencyKey);
  const lines = useLineSelection(
    order.lines.filter((line) => remainingQuantity(line) > 0),
    remainingQuantity,
  );
  const submit = () => {
    if (!lines.validate()) return;
    cancel.mutate(toLineQuantities(lines.selection), {
      onSuccess: () => {
        showToast(t("cancelLines.done"));
        onClose();
      },
    });
  };
  return (
    <LinesSheet
      title={t("cancelLines.title")}
      onClose={onClose}
      cancel={{ label: t("order.keep"), run: onClose }}
      submit={{ label: t("cancelLines.action"), busy: cancel.isPending, run: submit }}
      error={cancel.error ? errorMessage(cancel.error) : undefined}
      intro={<p>{t("cancelLines.text")}</p>}
      lines={lines}
    >
      {isWholeOrder(lines.selection, lines.lines) && (
        <p className={styles["note"]} role="status">
          {t("cancelLines.whole")}
        </p>
      )}
    </LinesSheet>
  );
}
