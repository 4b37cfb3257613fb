import { type SubmitEvent, useRef, useState } from "react";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import { errorMessage, fieldErrors } from "@/api/errors";
import { contactBody } from "@/features/signin/contact";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextField } from "@/ui/Form/TextField";
import { useDraft } from "@/ui/Form/useDraft";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { usePublicWithdrawal } from "./changes";
import styles from "./Forms.module.css";
import { channelOf, orderContact } from "./orderContact";
import { OrderContactField, OrderNumberField } from "./OrderContactFields";
import { WithdrawalReceipt } from "./WithdrawalReceipt";

const EMPTY = { orderId: "", name: "", contact: "" };

type Draft = typeof EMPTY;
type Problems = Partial<Draft>;

/** Problems that the server found, if they belong to a field. */
function problemsFromError(error: unknown): Problems {
  const { email, phone, name } = fieldErrors(error);
  const contact = email ?? phone;
  return {
    ...(contact === undefined ? {} : { contact }),
    ...(name === undefined ? {} : { name }),
  };
}

function useStatement() {
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  const { draft, change: changeDraft, problems, setProblems } = useDraft(EMPTY);
  const [isReviewing, setIsReviewing] = useState(false);
  const withdraw = usePublicWithdrawal(idempotencyKey);
  const { contact } = draft;
  const orderId = draft.orderId.trim().toUpperCase();
  const name = draft.name.trim();
  const change = (part: Partial<Draft>) => {
    changeDraft(part);
    // Another statement is another request.
    setIdempotencyKey(createIdempotencyKey());
  };
  /** Goes on to the review, unless something is missing. */
  const review = (): boolean => {
    const fields = {
      orderId: FIELDS.orderId,
      name: FIELDS.statementName,
      contact: orderContact(contact),
    };
    const found = validateFields(fields, draft);
    setProblems(found);
    setIsReviewing(!hasErrors(found));
    return !hasErrors(found);
  };
  const confirm = () =>
    withdraw.mutate(
      { orderId, name, ...contactBody(channelOf(contact), contact) },
      {
        onError: (error) => {
          const found = problemsFromError(error);
          if (!hasErrors(found)) return;
          setProblems(found);
          setIsReviewing(false);
        },
      },
    );
  const text = t("withdraw.statement", { name, orderId });
  return { draft, change, problems, isReviewing, setIsReviewing, review, text, withdraw, confirm };
}

/** Withdrawal by order number and contact, signed in or not. */
export function PublicWithdrawal() {
  const statement = useStatement();
  const { withdraw, isReviewing } = statement;
  const step = withdraw.data
    ? {
        title: t("withdraw.doneTitle"),
        content: <WithdrawalReceipt withdrawal={withdraw.data} />,
      }
    : isReviewing
      ? { title: t("withdraw.checkTitle"), content: <Review statement={statement} /> }
      : { title: t("withdraw.title"), content: <StatementForm statement={statement} /> };
  return (
    <div className={styles["page"]}>
      <PageTitle title={step.title} />
      {step.content}
    </div>
  );
}

interface StepProps {
  statement: ReturnType<typeof useStatement>;
}

function StatementForm({ statement: { draft, change, problems, review } }: StepProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!review()) focusFirstInvalid(form.current);
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <p>{t("withdraw.pageText")}</p>
      <OrderNumberField
        value={draft.orderId}
        onChange={(orderId) => change({ orderId })}
        error={problems.orderId}
      />
      <TextField
        label={t("withdraw.name")}
        name="name"
        autoComplete="name"
        field={FIELDS.statementName}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={problems.name}
      />
      <OrderContactField
        value={draft.contact}
        onChange={(contact) => change({ contact })}
        error={problems.contact}
      />
      <div className={styles["buttons"]}>
        <Button type="submit">{t("withdraw.next")}</Button>
      </div>
    </form>
  );
}

/** The statement as it will be sent. */
function Review({ statement: { text, withdraw, confirm, setIsReviewing } }: StepProps) {
  return (
    <div className={styles["form"]}>
      <p className={styles["statement"]}>{text}</p>
      {withdraw.error && (
        <p role="alert" className={styles["error"]}>
          {errorMessage(withdraw.error)}
        </p>
      )}
      <div className={styles["buttons"]}>
        <Button variant="secondary" onClick={() => setIsReviewing(false)}>
          {t("withdraw.back")}
        </Button>
        <Button busy={withdraw.isPending} onClick={confirm}>
          {t("withdraw.confirm")}
        </Button>
      </div>
    </div>
  );
}
