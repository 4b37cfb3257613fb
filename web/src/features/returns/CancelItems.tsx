import { useState } from "react";
import { newKey } from "@/api/newKey";
import { sentenceOf } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import "@/messages/later/returns";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useCancelLines } from "./changes";
import { type Chosen, isCounted, isEverything, leftOf, piecesOf } from "./chosen";
import { LinePicker } from "./LinePicker";
import styles from "./Forms.module.css";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  onClose: () => void;
}

/** Cancels some pieces of an order that has not been sent. */
export function CancelItems({ order, orderKey, onClose }: Props) {
  const [idempotencyKey] = useState(newKey);
  const [chosen, setChosen] = useState<Chosen>({});
  const [problem, setProblem] = useState<string>();
  const cancel = useCancelLines({ orderId: order.orderId, key: orderKey }, idempotencyKey);
  const lines = order.lines.filter((line) => leftOf(line) > 0);
  const submit = () => {
    if (!isCounted(chosen)) return;
    const pieces = piecesOf(chosen);
    if (pieces.length === 0) {
      setProblem(t("cancelLines.none"));
      return;
    }
    cancel.mutate(pieces, {
      onSuccess: () => {
        tell(t("cancelLines.done"));
        onClose();
      },
    });
  };
  return (
    <Sheet
      title={t("cancelLines.title")}
      from="centre"
      onClose={onClose}
      footer={
        <div className={styles["ways"]}>
          <Button look="plain" onClick={onClose}>
            {t("order.keep")}
          </Button>
          <Button busy={cancel.isPending} onClick={submit}>
            {t("cancelLines.action")}
          </Button>
        </div>
      }
    >
      <div className={styles["form"]}>
        <p>{t("cancelLines.text")}</p>
        <LinePicker
          legend={t("order.items")}
          lines={lines}
          most={leftOf}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setProblem(undefined);
          }}
          error={problem}
        />
        {isEverything(chosen, lines) && (
          <p className={styles["note"]} role="status">
            {t("cancelLines.whole")}
          </p>
        )}
        {cancel.error && (
          <p role="alert" className={styles["error"]}>
            {sentenceOf(cancel.error)}
          </p>
        )}
      </div>
    </Sheet>
  );
}
