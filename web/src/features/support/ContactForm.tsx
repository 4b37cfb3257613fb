import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "@/api/client";
import { fieldErrors, formError } from "@/api/errors";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button, buttonClass } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { useRemembered } from "@/ui/Form/useDraft";
import { cx } from "@/ui/cx";
import styles from "./ContactForm.module.css";

const EMPTY = { name: "", email: "", subject: "", message: "" };

type Draft = typeof EMPTY;

const CUSTOMER_FIELDS = { subject: FIELDS.contactSubject, message: FIELDS.contactMessage };
const GUEST_FIELDS = { name: FIELDS.contactName, email: FIELDS.contactEmail, ...CUSTOMER_FIELDS };

function validate(draft: Draft, isCustomer: boolean): Partial<Draft> {
  return isCustomer
    ? validateFields<keyof typeof CUSTOMER_FIELDS>(CUSTOMER_FIELDS, draft)
    : validateFields<keyof typeof GUEST_FIELDS>(GUEST_FIELDS, draft);
}

function useContactForm(isCustomer: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const visitor = useAppState(visitorOf);
  const { value: draft, change: setDraft, forget } = useRemembered(`contact ${visitor}`, EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const send = useMutation({
    mutationFn: (body: Draft) => unwrap(api.POST("/api/contact", { body })),
  });
  const serverErrors = fieldErrors(send.error);
  const problems = validate(draft, isCustomer);
  return {
    form,
    draft,
    send,
    /** An error that belongs to no field. */
    error: formError(send.error),
    field: (name: keyof Draft) => ({
      value: draft[name],
      error: (isChecked ? problems[name] : undefined) ?? serverErrors[name],
      onChange: (value: string) => {
        setDraft({ ...draft, [name]: value });
        if (send.isError) send.reset();
      },
    }),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (send.isPending) return;
      setIsChecked(true);
      if (hasErrors(problems)) focusFirstInvalid(form.current);
      else {
        send.mutate(draft, {
          onSuccess: forget,
          onError: () => focusFirstInvalid(form.current),
        });
      }
    },
    /** Starts another message from the same sender. */
    restart: () => {
      setDraft({ ...EMPTY, name: draft.name, email: draft.email });
      setIsChecked(false);
      send.reset();
    },
  };
}

/** Sends a message to the shop, which opens a ticket for customers and guests alike. */
export function ContactForm() {
  const isCustomer = useAppState((state) => state.userDetails !== null);
  const { form, draft, send, error, field, submit, restart } = useContactForm(isCustomer);
  if (send.data) {
    const { ticketId } = send.data;
    return <Sent ticket={ticketId} email={isCustomer ? null : draft.email} onRestart={restart} />;
  }
  return (
    <>
      <noscript>{import.meta.env.SSR && <p>{t("contactForm.needsScript")}</p>}</noscript>
      <form ref={form} className={cx(styles["form"], "needs-script")} onSubmit={submit} noValidate>
        <h2>{t("contactForm.title")}</h2>
        <p>{t("contactForm.text")}</p>
        {!isCustomer && (
          <div className={styles["pair"]}>
            <TextField
              label={t("contactForm.name")}
              autoComplete="name"
              field={FIELDS.contactName}
              {...field("name")}
            />
            <TextField
              label={t("contactForm.email")}
              type="email"
              autoComplete="email"
              {...field("email")}
            />
          </div>
        )}
        <TextField
          label={t("contactForm.subject")}
          field={FIELDS.contactSubject}
          {...field("subject")}
        />
        <TextArea
          label={t("contactForm.message")}
          field={FIELDS.contactMessage}
          {...field("message")}
        />
        {error !== undefined && (
          <p className={styles["error"]} role="alert">
            {error}
          </p>
        )}
        <Button type="submit" busy={send.isPending}>
          {t("contactForm.send")}
        </Button>
      </form>
    </>
  );
}

interface SentProps {
  ticket: string;
  /** Where the answer goes; null for a customer, who reads it in their account. */
  email: string | null;
  onRestart: () => void;
}

function Sent({ ticket, email, onRestart }: SentProps) {
  return (
    <div className={styles["done"]} role="status">
      <h2>{t("contactForm.doneTitle")}</h2>
      <p>
        {email === null
          ? t("contactForm.doneCustomer", { ticket })
          : t("contactForm.doneText", { ticket, email })}
      </p>
      {email === null ? (
        <Link
          className={buttonClass("secondary")}
          to={`/support-ticket?${new URLSearchParams({ ticket })}`}
        >
          {t("contactForm.open")}
        </Link>
      ) : (
        <Button variant="secondary" onClick={onRestart}>
          {t("contactForm.another")}
        </Button>
      )}
    </div>
  );
}
