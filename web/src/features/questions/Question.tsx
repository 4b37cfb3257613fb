import { useState } from "react";
import type { Question as ApiQuestion, QuestionAnswer } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { FIELDS } from "@/ui/Form/fields";
import { useAnswerQuestion } from "./queries";
import styles from "./Questions.module.css";
import { QuestionTextForm } from "./QuestionTextForm";

interface Props {
  productSlug: string;
  question: ApiQuestion;
  /** Whether the customer bought the product. */
  canAnswer: boolean;
}

/** A question with its answers. */
export function Question({ productSlug, question, canAnswer }: Props) {
  const [isFormOpen, setFormOpen] = useState(false);
  const answer = useAnswerQuestion(productSlug, question.id);
  return (
    <li className={styles["question"]}>
      <h3 dir="auto">{question.question}</h3>
      <p className={styles["facts"]}>
        {t("questions.by", { name: question.customerName })} ·{" "}
        <time dateTime={question.createdAt} suppressHydrationWarning>
          {date(question.createdAt)}
        </time>
      </p>
      {question.answers.length === 0 && (
        <p className={styles["facts"]}>{t("questions.unanswered")}</p>
      )}
      {question.answers.map((each) => (
        <Answer key={each.id} answer={each} />
      ))}
      {canAnswer && !isFormOpen && (
        <button type="button" className={styles["link"]} onClick={() => setFormOpen(true)}>
          {t("questions.answer")}
        </button>
      )}
      {isFormOpen && (
        <QuestionTextForm
          label={t("questions.answerField")}
          field={FIELDS.answer}
          submit={t("questions.sendAnswer")}
          save={answer}
          onCancel={() => setFormOpen(false)}
          onSaved={() => {
            setFormOpen(false);
            showToast(t("questions.answered"));
          }}
        />
      )}
    </li>
  );
}

function Answer({ answer: { by, customerName, answer, createdAt } }: { answer: QuestionAnswer }) {
  const shop = useAppState((state) => state.companyLogoDetails.companyName);
  return (
    <div className={styles["answer"]} data-by={by}>
      <p className={styles["text"]} dir="auto">
        {answer}
      </p>
      <p className={styles["facts"]}>
        {by === "shop"
          ? t("questions.shop", { shop })
          : t("questions.buyer", { name: customerName })}
        {" · "}
        <time dateTime={createdAt} suppressHydrationWarning>
          {date(createdAt)}
        </time>
      </p>
    </div>
  );
}
