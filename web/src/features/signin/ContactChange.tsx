import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { showCustomer } from "@/features/customers/changes";
import "@/messages/later/profile";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { Sheet } from "@/ui/Sheet/Sheet";
import { CodeField } from "./CodeField";
import { type Channel, contactBody } from "./contact";
import styles from "./Contacts.module.css";
import { ResendButton } from "./ResendButton";
import { useSecondsLeft } from "./countdown";

interface Props {
  channel: Channel;
  onClose: () => void;
  onChanged: () => void;
}

/** Another address or number, proven by a code that goes there. */
export function ContactChange({ channel, onClose, onChanged }: Props) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState("");
  const [otp, setOtp] = useState("");
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const seconds = useSecondsLeft(resendAt ?? 0);
  const refused = (error: unknown) => {
    setProblem(
      (error instanceof ApiError
        ? (error.fields[channel]?.[0] ?? error.fields["otp"]?.[0])
        : undefined) ?? sentenceOf(error),
    );
    focusFirstProblem(form.current);
  };
  const send = useMutation({
    mutationFn: () =>
      ask(api.POST("/customer/contact/request", { body: contactBody(channel, contact) })),
    onSuccess: ({ resendInSeconds }) => {
      setProblem(undefined);
      setResendAt(Date.now() + resendInSeconds * 1000);
    },
    onError: refused,
  });
  const verify = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/customer/contact/validate", {
          body: { ...contactBody(channel, contact), otp },
        }),
      ),
    onSuccess: async (customer) => {
      showCustomer(queryClient, customer);
      await queryClient.invalidateQueries({ queryKey: ["customer"] });
      onChanged();
    },
    onError: refused,
  });
  const sent = resendAt !== null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || verify.isPending) return;
    const found = sent ? problemIn(FIELDS.otp, otp) : problemIn(FIELDS[channel], contact);
    setProblem(found);
    if (found !== undefined) focusFirstProblem(form.current);
    else if (sent) verify.mutate();
    else send.mutate();
  };
  return (
    <Sheet
      title={t(channel === "email" ? "profile.changeEmail" : "profile.changePhone")}
      from="centre"
      onClose={onClose}
    >
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p className={styles["quiet"]}>
          {sent ? t("signin.sent", { contact }) : t("profile.contactText")}
        </p>
        {sent ? (
          <CodeField key="otp" value={otp} onChange={setOtp} error={problem} />
        ) : (
          <TextField
            key="contact"
            label={t(channel === "email" ? "signin.email" : "signin.phone")}
            type={channel === "email" ? "email" : "tel"}
            autoComplete={channel === "email" ? "email" : "tel-national"}
            placeholder={t(channel === "email" ? "signin.emailPrompt" : "signin.phonePrompt")}
            value={contact}
            error={problem}
            onChange={setContact}
          />
        )}
        <Button type="submit" wide busy={verify.isPending || (!sent && send.isPending)}>
          {t(sent ? "signin.verify" : "signin.sendCode")}
        </Button>
        {sent && (
          <ResendButton seconds={seconds} busy={send.isPending} onResend={() => send.mutate()} />
        )}
      </form>
    </Sheet>
  );
}
