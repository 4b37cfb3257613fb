import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { type Channel, contactProblem } from "./contact";
import type { PendingCode } from "./pendingCode";
import { requestCode } from "./requests";
import styles from "./SignIn.module.css";

interface Props {
  channels: readonly Channel[];
  onSent: (pending: PendingCode) => void;
}

/** Where the code shall go. */
export function ContactForm({ channels, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Channel>("email");
  const channel = channels.includes(chosen) ? chosen : (channels[0] ?? "email");
  const [contact, setContact] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: () => requestCode(channel, contact),
    onSuccess: onSent,
    onError: (error) => {
      setProblem(
        (error instanceof ApiError ? error.fields[channel]?.[0] : undefined) ?? sentenceOf(error),
      );
      focusFirstProblem(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = contactProblem(channel, contact);
    setProblem(found ?? undefined);
    if (found === null) send.mutate();
    else focusFirstProblem(form.current);
  };
  const choose = (next: Channel) => {
    setChosen(next);
    setContact("");
    setProblem(undefined);
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      {channels.length > 1 && (
        <div className={styles["channels"]} role="group" aria-label={t("signin.with")}>
          {channels.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === channel}
              onClick={() => choose(each)}
            >
              {t(each === "email" ? "signin.email" : "signin.phone")}
            </button>
          ))}
        </div>
      )}
      {channel === "email" ? (
        <TextField
          key="email"
          label={t("signin.email")}
          type="email"
          name="email"
          autoComplete="email"
          placeholder={t("signin.emailPrompt")}
          value={contact}
          onChange={setContact}
          error={problem}
        />
      ) : (
        <TextField
          key="phone"
          label={t("signin.phone")}
          type="tel"
          name="phone"
          autoComplete="tel-national"
          inputMode="tel"
          placeholder={t("signin.phonePrompt")}
          value={contact}
          onChange={setContact}
          error={problem}
        />
      )}
      <Button type="submit" wide busy={send.isPending}>
        {t("signin.sendCode")}
      </Button>
    </form>
  );
}
