import "@/messages/later/storeCredit";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { newKey } from "@/api/newKey";
import type { TopupLimits } from "@/api/types";
import { parseAmount, price, typedAmount } from "@/format/money";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { field, problemIn } from "@/ui/Form/field";
import { amount as amountRule, amountBetween, required } from "@/ui/Form/rules";
import { TextField } from "@/ui/Form/TextField";
import { leaveForPayment } from "../leave";
import styles from "./AddMoney.module.css";
import { suggestedAmounts } from "./suggestedAmounts";

/** Adds money to the wallet by online payment. */
export function AddMoney({ limits }: { limits: TopupLimits }) {
  const { minimum, maximum } = limits;
  const { currency } = minimum;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  // One key for one amount: a second click leads to the same payment.
  const [key, setKey] = useState(newKey);
  const add = useMutation({
    mutationFn: (amount: number) =>
      ask(
        api.POST("/api/wallet/topups", {
          headers: { "Idempotency-Key": key },
          body: { amount },
        }),
      ),
    onSuccess: ({ redirectUrl }) => {
      if (redirectUrl !== null) leaveForPayment(redirectUrl);
    },
    onError: () => {
      setKey(newKey());
      focusFirstProblem(form.current);
    },
  });
  const { reset } = add;
  useEffect(() => {
    // Back from the provider may show this page as it was left, with its button still busy.
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, [reset]);

  const change = (text: string) => {
    setTyped(text);
    setKey(newKey());
    if (add.isError) add.reset();
  };
  const amountField = field(
    () => t("topup.amount"),
    required,
    amountRule(currency),
    amountBetween(minimum, maximum),
  );
  const problem = problemIn(amountField, typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (add.isPending || add.isSuccess) return;
    setChecked(true);
    const amount = parseAmount(typed, currency);
    if (problem !== undefined || amount === null) focusFirstProblem(form.current);
    else add.mutate(amount);
  };
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
          label={amountField.attribute()}
          hint={t("topup.range", { min: price(minimum), max: price(maximum) })}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={
            add.error
              ? add.error instanceof ApiError
                ? (add.error.fields["amount"]?.[0] ?? add.error.message)
                : sentenceOf(add.error)
              : checked
                ? problem
                : undefined
          }
          onChange={change}
        />
        <Button type="submit" busy={add.isPending || add.isSuccess}>
          {t("topup.submit")}
        </Button>
      </div>
    </form>
  );
}
