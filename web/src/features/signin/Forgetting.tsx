import "@/messages/later/privacy";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Customer } from "@/api/types";
import "@/messages/later/privacy";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { Sheet } from "@/ui/Sheet/Sheet";
import { CodeField } from "./CodeField";
import styles from "./Contacts.module.css";
import { ResendButton } from "./ResendButton";
import { useSecondsLeft } from "./countdown";
import { asDevice } from "./deviceKey";

interface Props {
  customer: Customer;
  onClose: () => void;
  onForgotten: () => void;
}

/** Asks for a code to the customer's own contact, and with it to be forgotten. */
export function Forgetting({ customer, onClose, onForgotten }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [otp, setOtp] = useState("");
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const seconds = useSecondsLeft(resendAt ?? 0);
  const { email, phone } = customer;
  const contact = email ?? phone ?? "";
  const refused = (error: unknown) => {
    setProblem(
      (error instanceof ApiError ? error.fields["otp"]?.[0] : undefined) ?? sentenceOf(error),
    );
    focusFirstProblem(form.current);
  };
  const send = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/auth/otp/request", {
          params: asDevice(),
          body: email === null ? { phone } : { email },
        }),
      ),
    onSuccess: ({ resendInSeconds }) => {
      setProblem(undefined);
      setResendAt(Date.now() + resendInSeconds * 1000);
    },
    onError: refused,
  });
  const forget = useMutation({
    mutationFn: () => ask(api.DELETE("/customer", { params: asDevice(), body: { otp } })),
    onSuccess: onForgotten,
    onError: refused,
  });
  const sent = resendAt !== null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || forget.isPending) return;
    if (!sent) {
      send.mutate();
      return;
    }
    const found = problemIn(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) forget.mutate();
    else focusFirstProblem(form.current);
  };
  return (
    <Sheet title={t("privacy.deleteTitle")} from="centre" onClose={onClose}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("privacy.deleteText")}</p>
        <p className={styles["quiet"]}>{t("privacy.kept")}</p>
        {sent ? (
          <CodeField value={otp} onChange={setOtp} error={problem} />
        ) : (
          <>
            <p className={styles["quiet"]}>{t("privacy.deleteProof", { contact })}</p>
            {problem !== undefined && (
              <p role="alert" className={styles["problem"]}>
                {problem}
              </p>
            )}
          </>
        )}
        <Button type="submit" wide busy={forget.isPending || (!sent && send.isPending)}>
          {t(sent ? "privacy.deleteAction" : "signin.sendCode")}
        </Button>
        {sent && (
          <ResendButton seconds={seconds} busy={send.isPending} onResend={() => send.mutate()} />
        )}
      </form>
    </Sheet>
  );
}
