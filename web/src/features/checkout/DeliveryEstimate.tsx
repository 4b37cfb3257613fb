import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import type { ShippingChoice } from "@/api/types";
import { calendarDay } from "@/format/date";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import styles from "./DeliveryEstimate.module.css";

/** What a visitor asked for last, for the next product page. */
let last = { visitor: "", postalCode: "" };

function estimateQuery(skuId: number, quantity: number, postalCode: string) {
  return {
    queryKey: ["checkout", "estimate", skuId, quantity, postalCode],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(
        api.POST("/api/checkout/quote", {
          signal,
          body: { skuIds: Array.from({ length: quantity }, () => skuId), postalCode },
        }),
      ),
    enabled: postalCode !== "",
  };
}

/** When a thing would arrive at a postal code, and what that costs. */
export function DeliveryEstimate({ skuId, quantity }: { skuId: number; quantity: number }) {
  const id = useId();
  const known = useAppState(
    (state) => state.userDetails?.details.addresses.find((one) => one.isPrimary)?.postalCode,
  );
  const visitor = useAppState(visitorOf);
  const [change, setChange] = useState<{ visitor: string; typed: string } | null>(null);
  const [answered, setAnswered] = useState(last);
  // Until another is asked for, it is the customer's own, which may come or change at any time.
  const asked = (answered.visitor === visitor && answered.postalCode) || (known ?? "");
  const typed = change?.visitor === visitor ? change.typed : asked;
  const { data, error, isFetching } = useQuery(estimateQuery(skuId, quantity, asked));
  const problem = problemIn(FIELDS.postalCode, typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    last = { visitor, postalCode: typed.trim() };
    setAnswered(last);
  };
  return (
    <form className={styles["estimate"]} onSubmit={submit}>
      <label htmlFor={id}>{t("product.deliveryTo")}</label>
      <div className={styles["row"]}>
        <input
          id={id}
          className={styles["input"]}
          autoComplete="postal-code"
          placeholder={t("product.postalCode")}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          value={typed}
          onChange={(event) => setChange({ visitor, typed: event.target.value })}
        />
        <Button look="quiet" type="submit" busy={isFetching} disabled={typed.trim() === ""}>
          {t("product.checkDelivery")}
        </Button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles["failed"]} role="alert">
          {problem}
        </p>
      )}
      <div className={styles["answer"]} role="status">
        {error && <p className={styles["failed"]}>{sentenceOf(error)}</p>}
        {data?.shippingMethods.length === 0 && <p>{t("product.deliveryNone")}</p>}
        {data?.shippingMethods.map((method) => (
          <p key={method.code}>
            <span>{arrival(method)}</span>
            <span>
              {method.price.amount === 0 ? t("product.deliveryFree") : exact(method.price)}
            </span>
          </p>
        ))}
      </div>
    </form>
  );
}

function arrival({ name, estimate: { earliest, latest } }: ShippingChoice): string {
  return earliest === latest
    ? t("product.deliveryOn", { method: name, day: calendarDay(latest) })
    : t("product.deliveryBetween", {
        method: name,
        from: calendarDay(earliest),
        to: calendarDay(latest),
      });
}
