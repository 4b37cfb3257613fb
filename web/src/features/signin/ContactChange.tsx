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
import { asDevice } from "./deviceKey";

interface Props {
  channel: Channel;
  /** Whether the customer may choose which contact proves who they are. */
  hasBoth: boolean;
  onClose: () => void;
  onChanged: () => void;
}

type Problems = Partial<Record<"contact" | "otp" | "currentOtp", string>>;

/** Another address or number, proven by a code that goes there and one to the contact there is. */
export function ContactChange({ channel, hasBoth, onClose, onChanged }: Props) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState("");
  const [otp, setOtp] = useState("");
  const [currentOtp, setCurrentOtp] = useState("");
  const [current, setCurrent] = useState<string | null>(null);
  const [proveWith, setProveWith] = useState<Channel>(channel);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const seconds = useSecondsLeft(resendAt ?? 0);
  const sent = resendAt !== null;
  const show = (found: Problems) => {
    setProblems(found);
    focusFirstProblem(form.current);
  };
  const refused = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {};
    const first = fields["currentOtp"]?.[0];
    if (first !== undefined) show({ currentOtp: first });
    else {
      const said = fields[channel]?.[0] ?? fields["otp"]?.[0] ?? sentenceOf(error);
      show(sent ? { otp: said } : { contact: said });
    }
  };
  const send = useMutation({
    mutationFn: (way: Channel) =>
      ask(
        api.POST("/customer/contact/request", {
          params: asDevice(),
          body: { ...contactBody(channel, contact), proveWith: hasBoth ? way : null },
        }),
      ),
    onSuccess: ({ resendInSeconds, currentContact }, way) => {
      setProblems({});
      setProveWith(way);
      setCurrent(currentContact);
      setResendAt(Date.now() + resendInSeconds * 1000);
    },
    onError: refused,
  });
  const verify = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/customer/contact/validate", {
          params: asDevice(),
          body: {
            ...contactBody(channel, contact),
            otp,
            currentOtp: current === null ? null : currentOtp,
          },
        }),
      ),
    onSuccess: async (customer) => {
      showCustomer(queryClient, customer);
      await queryClient.invalidateQueries({ queryKey: ["customer"] });
      onChanged();
    },
    onError: refused,
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || verify.isPending) return;
    const found: Problems = {};
    const note = (name: keyof Problems, problem: string | undefined) => {
      if (problem !== undefined) found[name] = problem;
    };
    if (!sent) note("contact", problemIn(FIELDS[channel], contact));
    else {
      if (current !== null) note("currentOtp", problemIn(FIELDS.otp, currentOtp));
      note("otp", problemIn(FIELDS.otp, otp));
    }
    if (Object.keys(found).length > 0) show(found);
    else if (sent) verify.mutate();
    else send.mutate(proveWith);
  };
  const text =
    current !== null
      ? t("profile.twoCodes", { current, contact })
      : t(sent ? "signin.sent" : "profile.contactText", { contact });
  const otherWay = proveWith === "email" ? "phone" : "email";
  return (
    <Sheet
      title={t(channel === "email" ? "profile.changeEmail" : "profile.changePhone")}
      from="centre"
      onClose={onClose}
    >
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p className={styles["quiet"]}>{text}</p>
        {sent && current !== null && (
          <CodeField
            key="currentOtp"
            name="currentOtp"
            label={t("profile.codeFrom", { contact: current })}
            value={currentOtp}
            onChange={setCurrentOtp}
            error={problems.currentOtp}
          />
        )}
        {sent ? (
          <CodeField
            key="otp"
            {...(current === null
              ? {}
              : { label: t("profile.codeFrom", { contact }), isSecond: true })}
            value={otp}
            onChange={setOtp}
            error={problems.otp}
          />
        ) : (
          <TextField
            key="contact"
            label={t(channel === "email" ? "signin.email" : "signin.phone")}
            type={channel === "email" ? "email" : "tel"}
            autoComplete={channel === "email" ? "email" : "tel-national"}
            placeholder={t(channel === "email" ? "signin.emailPrompt" : "signin.phonePrompt")}
            value={contact}
            error={problems.contact}
            onChange={setContact}
          />
        )}
        <Button type="submit" wide busy={verify.isPending || (!sent && send.isPending)}>
          {t(sent ? "signin.verify" : "signin.sendCode")}
        </Button>
        {sent && (
          <ResendButton
            seconds={seconds}
            busy={send.isPending}
            onResend={() => send.mutate(proveWith)}
          />
        )}
        {sent && current !== null && hasBoth && (
          <Button
            look="quiet"
            wide
            disabled={seconds > 0 || send.isPending}
            onClick={() => send.mutate(otherWay)}
          >
            {t(otherWay === "email" ? "profile.proveWithEmail" : "profile.proveWithPhone")}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
