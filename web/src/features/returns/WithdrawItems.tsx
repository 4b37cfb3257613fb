import { useState } from "react";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { messageAt } from "@/api/errors";
import type { OrderDetails, OrderReturns } from "@/api/types";
import { t } from "@/messages/t";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { useDraft } from "@/ui/Form/useDraft";
import { useWithdrawal } from "./changes";
import styles from "./Forms.module.css";
import { LinesSheet } from "./LinesSheet";
import {
  describeSelection,
  remainingQuantity,
  toLineQuantities,
  useLineSelection,
} from "./lineSelection";
import { WithdrawalFields, type WithdrawalDraft } from "./WithdrawalFields";
import { WithdrawalReceipt } from "./WithdrawalReceipt";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  returns: OrderReturns;
  onClose: () => void;
}

/** The statement before it is confirmed. */
function useStatement({ orderId, contact, lines: ordered }: OrderDetails) {
  const lines = useLineSelection(
    ordered.filter((line) => remainingQuantity(line) > 0 && line.returnable),
    remainingQuantity,
  );
  const { draft, change, problems, setProblems } = useDraft<WithdrawalDraft>({
    name: `${contact.firstName} ${contact.lastName}`.trim(),
    scope: "all",
  });
  const isPartial = draft.scope === "some";
  const name = draft.name.trim();
  return {
    lines,
    draft,
    change,
    problems,
    validate: () => {
      const found = validateFields<"name">({ name: FIELDS.statementName }, draft);
      setProblems(found);
      const hasLines = !isPartial || lines.validate();
      return !hasErrors(found) && hasLines;
    },
    text: isPartial
      ? t("withdraw.statementLines", {
          name,
          orderId,
          lines: describeSelection(lines.selection, lines.lines),
        })
      : t("withdraw.statement", { name, orderId }),
    body: { name, lines: isPartial ? toLineQuantities(lines.selection) : null },
  };
}

/** Withdrawal from the contract. The law requires a statement, a confirmation and a receipt. */
export function WithdrawItems({ order, orderKey, returns, onClose }: Props) {
  const [idempotencyKey] = useState(createIdempotencyKey);
  const [isReviewing, setIsReviewing] = useState(false);
  const statement = useStatement(order);
  const withdraw = useWithdrawal({ orderId: order.orderId, key: orderKey }, idempotencyKey);
  // All steps are the same sheet, so that it stays open between them.
  if (withdraw.data) {
    return (
      <LinesSheet
        title={t("withdraw.doneTitle")}
        onClose={onClose}
        submit={{ label: t("withdraw.close"), run: onClose }}
        intro={<WithdrawalReceipt withdrawal={withdraw.data} />}
        lines={null}
      />
    );
  }
  if (isReviewing) {
    return (
      <LinesSheet
        title={t("withdraw.checkTitle")}
        onClose={onClose}
        cancel={{ label: t("withdraw.back"), run: () => setIsReviewing(false) }}
        submit={{
          label: t("withdraw.confirm"),
          busy: withdraw.isPending,
          run: () => withdraw.mutate(statement.body),
        }}
        error={withdraw.error ? messageAt("name", withdraw.error) : undefined}
        intro={<p className={styles["statement"]}>{statement.text}</p>}
        lines={null}
      />
    );
  }
  return (
    <LinesSheet
      title={t("withdraw.title")}
      onClose={onClose}
      cancel={{ label: t("order.keep"), run: onClose }}
      submit={{
        label: t("withdraw.next"),
        run: () => setIsReviewing(statement.validate()),
      }}
      intro={<WithdrawalFields {...statement} until={returns.withdrawUntil} />}
      lines={statement.draft.scope === "some" ? statement.lines : null}
    />
  );
}
