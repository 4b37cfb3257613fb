import { type SubmitEvent, useRef, useState } from "react";
import { newKey } from "@/api/newKey";
import { ApiError, sentenceOf } from "@/api/errors";
import { contactBody } from "@/features/signin/contact";
import "@/messages/later/returns";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { useOpenWithdrawal } from "./changes";
import styles from "./Forms.module.css";
import { channelOf, orderContact } from "./orderContact";
import { Withdrawn } from "./Withdrawn";

interface Draft {
  orderId: string;
  name: string;
  contact: string;
}
type Problems = Partial<Record<keyof Draft, string>>;

const fieldsOf = (contact: string) => ({
  orderId: FIELDS.orderId,
  name: FIELDS.statementName,
  contact: orderContact(contact),
});

/** Withdrawal for whoever has the order's number and its contact, signed in or not. */
export function OpenWithdrawal() {
  const form = useRef<HTMLFormElement>(null);
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const [draft, setDraft] = useState<Draft>({ orderId: "", name: "", contact: "" });
  const [problems, setProblems] = useState<Problems>({});
  const [checking, setChecking] = useState(false);
  const withdraw = useOpenWithdrawal(idempotencyKey);
  const orderId = draft.orderId.trim().toUpperCase();

  const change = (field: keyof Draft) => (text: string) => {
    setDraft({ ...draft, [field]: text });
    // Another statement is another request.
    setIdempotencyKey(newKey());
  };
  const next = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemsIn(fieldsOf(draft.contact), draft);
    setProblems(found);
    if (hasProblems(found)) focusFirstProblem(form.current);
    else setChecking(true);
  };
  const confirm = () =>
    withdraw.mutate(
      {
        orderId,
        name: draft.name.trim(),
        ...contactBody(channelOf(draft.contact), draft.contact),
      },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          const contact = fields["email"] ?? fields["phone"];
          if (contact === undefined && fields["name"] === undefined) return;
          setProblems({
            ...(contact?.[0] === undefined ? {} : { contact: contact[0] }),
            ...(fields["name"]?.[0] === undefined ? {} : { name: fields["name"][0] }),
          });
          setChecking(false);
        },
      },
    );

  if (withdraw.data) {
    return (
      <div className={styles["page"]}>
        <PageTitle title={t("withdraw.doneTitle")} />
        <Withdrawn stated={withdraw.data} />
      </div>
    );
  }
  if (checking) {
    return (
      <div className={styles["page"]}>
        <PageTitle title={t("withdraw.checkTitle")} />
        <div className={styles["form"]}>
          <p className={styles["statement"]}>
            {t("withdraw.statement", { name: draft.name.trim(), orderId })}
          </p>
          {withdraw.error && (
            <p role="alert" className={styles["error"]}>
              {sentenceOf(withdraw.error)}
            </p>
          )}
          <div className={styles["ways"]}>
            <Button look="plain" onClick={() => setChecking(false)}>
              {t("withdraw.back")}
            </Button>
            <Button busy={withdraw.isPending} onClick={confirm}>
              {t("withdraw.confirm")}
            </Button>
          </div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles["page"]}>
      <PageTitle title={t("withdraw.title")} />
      <form ref={form} className={styles["form"]} onSubmit={next} noValidate>
        <p>{t("withdraw.pageText")}</p>
        <TextField
          label={t("withdraw.orderId")}
          hint={t("withdraw.orderHint")}
          name="orderId"
          autoComplete="off"
          autoCapitalize="characters"
          field={FIELDS.orderId}
          value={draft.orderId}
          onChange={change("orderId")}
          error={problems.orderId}
        />
        <TextField
          label={t("withdraw.name")}
          name="name"
          autoComplete="name"
          field={FIELDS.statementName}
          value={draft.name}
          onChange={change("name")}
          error={problems.name}
        />
        <TextField
          label={t("withdraw.contact")}
          name="contact"
          autoComplete="email"
          value={draft.contact}
          onChange={change("contact")}
          error={problems.contact}
        />
        <div className={styles["ways"]}>
          <Button type="submit">{t("withdraw.next")}</Button>
        </div>
      </form>
    </div>
  );
}
