import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef } from "react";
import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import { CodeField } from "@/features/signin/CodeField";
import { type Channel, contactBody } from "@/features/signin/contact";
import { ResendButton } from "@/features/signin/ResendButton";
import { useCode } from "@/features/signin/useCode";
import { useCodeRequest } from "@/features/signin/useCodeRequest";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./Checkout.module.css";

interface Props {
  channel: Channel;
  contact: string;
  onClose: () => void;
  /** Called with a token to send with the order. */
  onProven: (proof: string) => void;
}

/** Lets a guest confirm the order's contact with a code before the order is placed. */
export function ContactProof({ channel, contact, onClose, onProven }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isRequested = useRef(false);
  const { otp, changeOtp, problem, setProblem } = useCode();
  const onError = (error: unknown) => {
    setProblem(messageAt("otp", error));
    focusFirstInvalid(form.current);
  };
  const { send, isPending, seconds } = useCodeRequest({
    request: () =>
      unwrap(api.POST("/api/checkout/contact/request", { body: contactBody(channel, contact) })),
    onSent: () => setProblem(undefined),
    onError,
  });
  const verify = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/checkout/contact/validate", {
          body: { ...contactBody(channel, contact), otp },
        }),
      ),
    onSuccess: ({ contactProof }) => onProven(contactProof),
    onError,
  });
  useEffect(() => {
    // React may run the effect twice: request only one code.
    if (isRequested.current) return;
    isRequested.current = true;
    send();
  }, [send]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const found = validateField(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) verify.mutate();
    else focusFirstInvalid(form.current);
  };
  return (
    <Sheet title={t("checkout.proveTitle")} placement="centre" onClose={onClose}>
      <form ref={form} className={styles["proof"]} onSubmit={submit} noValidate>
        <p className={styles["quiet"]}>{t("checkout.proveText", { contact })}</p>
        <CodeField value={otp} onChange={changeOtp} error={problem} />
        <Button type="submit" fullWidth busy={verify.isPending}>
          {t("checkout.proveAndOrder")}
        </Button>
        <ResendButton seconds={seconds} busy={isPending} onResend={() => send()} />
      </form>
    </Sheet>
  );
}
