import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import type { TopupLimits } from "@/api/types";
import { parseAmount, price, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { field, validateField } from "@/ui/Form/field";
import { amount as amountRule, amountBetween, required } from "@/ui/Form/rules";
import { TextField } from "@/ui/Form/TextField";
import { redirectToPayment } from "../paymentRedirect";
import { useOnPageRestored } from "../useOnPageRestored";
import styles from "./AddMoney.module.css";
import { suggestedAmounts } from "./suggestedAmounts";

function useTopup({ minimum, maximum }: TopupLimits) {
  const { currency } = minimum;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  // One idempotency key per amount: a second click leads to the same payment.
  const [key, setKey] = useState(createIdempotencyKey);
  const topup = useMutation({
    mutationFn: (amount: number) =>
      unwrap(
        api.POST("/api/wallet/topups", {
          headers: { "Idempotency-Key": key },
          body: { amount },
        }),
      ),
    onSuccess: ({ redirectUrl }) => {
      if (redirectUrl !== null) redirectToPayment(redirectUrl);
    },
    onError: () => {
      setKey(createIdempotencyKey());
      focusFirstInvalid(form.current);
    },
  });
  // The button was left busy.
  useOnPageRestored(topup.reset);
  const rules = [required, amountRule(currency), amountBetween(minimum, maximum)];
  const problem = validateField(
    field(() => t("topup.amount"), ...rules),
    typed,
  );
  return {
    form,
    typed,
    change: (text: string) => {
      setTyped(text);
      setKey(createIdempotencyKey());
      if (topup.isError) topup.reset();
    },
    problem: topup.error ? messageAt("amount", topup.error) : isChecked ? problem : undefined,
    isBusy: topup.isPending || topup.isSuccess,
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (topup.isPending || topup.isSuccess) return;
      setIsChecked(true);
      const amount = parseAmount(typed, currency);
      if (problem !== undefined || amount === null) focusFirstInvalid(form.current);
      else topup.mutate(amount);
    },
  };
}

/** Adds money to the wallet by online payment. */
export function AddMoney({ limits }: { limits: TopupLimits }) {
  const { minimum, maximum } = limits;
  const { currency } = minimum;
  const { form, typed, change, problem, isBusy, submit } = useTopup(limits);
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <div>
        <h2>{t("topup.title")}</h2>
        <p className={styles["text"]}>{t("topup.text")}</p>
      </div>
      <div className={styles["suggestions"]} role="group" aria-label={t("topup.suggestions")}>
        {suggestedAmounts(minimum.amount, maximum.amount).map((amount) => (
          <button
            key={amount}
            type="button"
            className={styles["suggestion"]}
            aria-pressed={parseAmount(typed, currency) === amount}
            onClick={() => change(typedAmount(amount, currency))}
          >
            {price({ amount, currency })}
          </button>
        ))}
      </div>
      <div className={styles["row"]}>
        <TextField
          label={t("topup.amount")}
          hint={t("topup.range", { min: price(minimum), max: price(maximum) })}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={change}
        />
        <Button type="submit" busy={isBusy}>
          {t("topup.submit")}
        </Button>
      </div>
    </form>
  );
}
