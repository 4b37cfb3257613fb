import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { CodeField } from "@/features/signin/CodeField";
import { type Channel, contactBody } from "@/features/signin/contact";
import { useSecondsLeft } from "@/features/signin/countdown";
import { ResendButton } from "@/features/signin/ResendButton";
import "@/messages/later/checkoutDetails";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Checkout.module.css";

interface Props {
  channel: Channel;
  contact: string;
  onClose: () => void;
  /** The proof goes with the order. */
  onProven: (proof: string) => void;
}

/** A guest shows by a code that the contact of the order is theirs, and the order goes on. */
export function ContactProof({ channel, contact, onClose, onProven }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef(false);
  const [otp, setOtp] = useState("");
  const [resendAt, setResendAt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const seconds = useSecondsLeft(resendAt);
  const refused = (error: unknown) => {
    setProblem(
      (error instanceof ApiError ? error.fields["otp"]?.[0] : undefined) ?? sentenceOf(error),
    );
    focusFirstProblem(form.current);
  };
  const send = useMutation({
    mutationFn: () =>
      ask(api.POST("/api/checkout/contact/request", { body: contactBody(channel, contact) })),
    onSuccess: ({ resendInSeconds }) => {
      setProblem(undefined);
      setResendAt(Date.now() + resendInSeconds * 1000);
    },
    onError: refused,
  });
  const verify = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/checkout/contact/validate", {
          body: { ...contactBody(channel, contact), otp },
        }),
      ),
    onSuccess: ({ contactProof }) => onProven(contactProof),
    onError: refused,
  });
  const { mutate: sendCode } = send;
  useEffect(() => {
    // One code for one opening, however often the effect runs.
    if (asked.current) return;
    asked.current = true;
    sendCode();
  }, [sendCode]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const found = problemIn(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) verify.mutate();
    else focusFirstProblem(form.current);
  };
  return (
    <Sheet title={t("checkout.proveTitle")} from="centre" onClose={onClose}>
      <form ref={form} className={styles["proof"]} onSubmit={submit} noValidate>
        <p className={styles["quiet"]}>{t("checkout.proveText", { contact })}</p>
        <CodeField value={otp} onChange={setOtp} error={problem} />
        <Button type="submit" wide busy={verify.isPending}>
          {t("checkout.proveAndOrder")}
        </Button>
        <ResendButton seconds={seconds} busy={send.isPending} onResend={sendCode} />
      </form>
    </Sheet>
  );
}
