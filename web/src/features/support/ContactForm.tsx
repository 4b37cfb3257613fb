import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Button, buttonClass } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import styles from "./ContactForm.module.css";

const OF_CUSTOMER = { subject: FIELDS.contactSubject, message: FIELDS.contactMessage };
const OF_GUEST = { name: FIELDS.contactName, email: FIELDS.contactEmail, ...OF_CUSTOMER };
const EMPTY = { name: "", email: "", subject: "", message: "" };

/** Writes to the shop: a ticket, whether one has an account or not. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const isCustomer = useAppState((state) => state.userDetails !== null);
  const [written, setWritten] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const send = useMutation({
    mutationFn: (body: typeof EMPTY) => ask(api.POST("/api/contact", { body })),
  });
  const fields = send.error instanceof ApiError ? send.error.fields : {};
  const set = (name: keyof typeof EMPTY) => (value: string) =>
    setWritten({ ...written, [name]: value });
  const problems: Partial<typeof EMPTY> = isCustomer
    ? problemsIn<keyof typeof OF_CUSTOMER>(OF_CUSTOMER, written)
    : problemsIn<keyof typeof OF_GUEST>(OF_GUEST, written);
  const problem = (name: keyof typeof EMPTY) =>
    (checked ? problems[name] : undefined) ?? fields[name]?.[0];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    setChecked(true);
    if (hasProblems(problems)) {
      focusFirstProblem(form.current);
      return;
    }
    send.mutate(written, { onError: () => focusFirstProblem(form.current) });
  };
  if (send.data) {
    const ticket = send.data.ticketId;
    return (
      <div className={styles["done"]} role="status">
        <h2>{t("contactForm.doneTitle")}</h2>
        <p>
          {isCustomer
            ? t("contactForm.doneCustomer", { ticket })
            : t("contactForm.doneText", { ticket, email: written.email })}
        </p>
        {isCustomer ? (
          <Link
            className={buttonClass("plain")}
            to={`/support-ticket?${new URLSearchParams({ ticket })}`}
          >
            {t("contactForm.open")}
          </Link>
        ) : (
          <Button
            look="plain"
            onClick={() => {
              setWritten({ ...EMPTY, name: written.name, email: written.email });
              setChecked(false);
              send.reset();
            }}
          >
            {t("contactForm.another")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <h2>{t("contactForm.title")}</h2>
      <p>{t("contactForm.text")}</p>
      {!isCustomer && (
        <div className={styles["pair"]}>
          <TextField
            label={t("contactForm.name")}
            autoComplete="name"
            field={FIELDS.contactName}
            value={written.name}
            error={problem("name")}
            onChange={set("name")}
          />
          <TextField
            label={t("contactForm.email")}
            type="email"
            autoComplete="email"
            value={written.email}
            error={problem("email")}
            onChange={set("email")}
          />
        </div>
      )}
      <TextField
        label={t("contactForm.subject")}
        field={FIELDS.contactSubject}
        value={written.subject}
        error={problem("subject")}
        onChange={set("subject")}
      />
      <TextArea
        label={t("contactForm.message")}
        field={FIELDS.contactMessage}
        value={written.message}
        error={problem("message")}
        onChange={set("message")}
      />
      {send.error && Object.keys(fields).length === 0 && (
        <p className={styles["error"]} role="alert">
          {sentenceOf(send.error)}
        </p>
      )}
      <Button type="submit" busy={send.isPending}>
        {t("contactForm.send")}
      </Button>
    </form>
  );
}
