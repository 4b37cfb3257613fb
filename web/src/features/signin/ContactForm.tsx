import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { messageAt } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextField } from "@/ui/Form/TextField";
import { type Channel, contactProblem } from "./contact";
import type { PendingCode } from "./pendingCode";
import { requestCode } from "./requests";
import styles from "./SignIn.module.css";

interface Props {
  channels: readonly Channel[];
  onSent: (pending: PendingCode) => void;
}

/** Requests a code to an email or a phone number. */
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
      setProblem(messageAt(channel, error));
      focusFirstInvalid(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = contactProblem(channel, contact);
    setProblem(found ?? undefined);
    if (found === null) send.mutate();
    else focusFirstInvalid(form.current);
  };
  const change = (typed: string) => {
    setContact(typed);
    setProblem(undefined);
  };
  const choose = (next: Channel) => {
    setChosen(next);
    change("");
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      {channels.length > 1 && (
        <ChannelButtons channels={channels} channel={channel} onChoose={choose} />
      )}
      <ContactField
        key={channel}
        channel={channel}
        value={contact}
        onChange={change}
        error={problem}
      />
      <Button type="submit" fullWidth busy={send.isPending}>
        {t("signin.sendCode")}
      </Button>
    </form>
  );
}

interface ChannelButtonsProps {
  channels: readonly Channel[];
  channel: Channel;
  onChoose: (channel: Channel) => void;
}

function ChannelButtons({ channels, channel, onChoose }: ChannelButtonsProps) {
  return (
    <div className={styles["channels"]} role="group" aria-label={t("signin.with")}>
      {channels.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === channel}
          onClick={() => onChoose(each)}
        >
          {t(each === "email" ? "signin.email" : "signin.phone")}
        </button>
      ))}
    </div>
  );
}

interface ContactFieldProps {
  channel: Channel;
  value: string;
  onChange: (contact: string) => void;
  error: string | undefined;
}

function ContactField({ channel, ...field }: ContactFieldProps) {
  return channel === "email" ? (
    <TextField
      label={t("signin.email")}
      type="email"
      name="email"
      autoComplete="email"
      placeholder={t("signin.emailPrompt")}
      {...field}
    />
  ) : (
    <TextField
      label={t("signin.phone")}
      type="tel"
      name="phone"
      autoComplete="tel-national"
      inputMode="tel"
      placeholder={t("signin.phonePrompt")}
      {...field}
    />
  );
}
