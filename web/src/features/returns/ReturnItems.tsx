import { useState } from "react";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { errorMessage } from "@/api/errors";
import type { OrderDetails, OrderReturns } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { useRemembered } from "@/ui/Form/useDraft";
import { useRequestReturn } from "./changes";
import { LinesSheet } from "./LinesSheet";
import { useLineSelection } from "./lineSelection";
import { ExchangeFields, ReasonFields, RefundField, ResolutionField } from "./ReturnFields";
import { EMPTY_RETURN, isExchangeIncomplete, type ReturnDraft, returnInput } from "./returnDraft";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  returns: OrderReturns;
  onClose: () => void;
}

/** Requests a return of items, for a refund or in exchange. */
export function ReturnItems({ order, orderKey, returns, onClose }: Props) {
  const [idempotencyKey] = useState(createIdempotencyKey);
  const visitor = useAppState(visitorOf);
  const {
    value: draft,
    change: setDraft,
    forget,
  } = useRemembered(`return ${visitor} ${order.orderId}`, EMPTY_RETURN);
  const change = (part: Partial<ReturnDraft>) => setDraft({ ...draft, ...part });
  const request = useRequestReturn({ orderId: order.orderId, key: orderKey }, idempotencyKey);
  const returnable = new Map(returns.lines.map((line) => [line.lineId, line]));
  const lines = useLineSelection(
    order.lines.filter((line) => returnable.has(line.lineId)),
    ({ lineId }) => returnable.get(lineId)?.quantity ?? 0,
  );
  const [isChecked, setChecked] = useState(false);
  const selected = lines.lines.filter(({ lineId }) => lines.selection[lineId] !== undefined);
  const submit = () => {
    setChecked(true);
    if (!lines.validate() || isExchangeIncomplete(draft, selected)) return;
    // The field itself reports a text that is too long.
    if (validateField(FIELDS.returnReason, draft.reason) !== undefined) return;
    request.mutate(returnInput(draft, lines.selection, returns), {
      onSuccess: () => {
        forget();
        showToast(t("return.done"));
        onClose();
      },
    });
  };
  return (
    <LinesSheet
      title={t("order.return")}
      onClose={onClose}
      cancel={{ label: t("return.keep"), run: onClose }}
      submit={{
        label: t("return.submit"),
        busy: request.isPending,
        run: submit,
      }}
      error={request.error ? errorMessage(request.error) : undefined}
      intro={
        returns.returnUntil !== null && (
          <p>{t("return.until", { date: date(returns.returnUntil) })}</p>
        )
      }
      legend={t("return.what")}
      lines={lines}
    >
      <ResolutionField draft={draft} returns={returns} onChange={change} />
      {draft.resolution === "exchange" ? (
        <ExchangeFields {...{ draft, returns, isChecked }} lines={selected} onChange={change} />
      ) : (
        <RefundField draft={draft} returns={returns} onChange={change} />
      )}
      <ReasonFields draft={draft} onChange={change} />
    </LinesSheet>
  );
}
