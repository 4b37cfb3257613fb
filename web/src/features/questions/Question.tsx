import { useState } from "react";
import type { Question as ApiQuestion, QuestionAnswer } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { tell } from "@/state/toasts";
import { FIELDS } from "@/ui/Form/fields";
import { useAnswerQuestion } from "./queries";
import styles from "./Questions.module.css";
import { WordsForm } from "./WordsForm";

interface Props {
  productSlug: string;
  question: ApiQuestion;
  /** Whether the shopper has the product. */
  canAnswer: boolean;
}

/** A question with its answers. */
export function Question({ productSlug, question, canAnswer }: Props) {
  const [writing, setWriting] = useState(false);
  const answer = useAnswerQuestion(productSlug, question.id);
  return (
    <li className={styles["question"]}>
      <h3>{question.question}</h3>
      <p className={styles["facts"]}>
        {t("questions.by", { name: question.customerName })} ·{" "}
        <time dateTime={question.createdAt}>{date(question.createdAt)}</time>
      </p>
      {question.answers.length === 0 && (
        <p className={styles["facts"]}>{t("questions.unanswered")}</p>
      )}
      {question.answers.map((one) => (
        <Answer key={one.id} answer={one} />
      ))}
      {canAnswer && !writing && (
        <button type="button" className={styles["link"]} onClick={() => setWriting(true)}>
          {t("questions.answer")}
        </button>
      )}
      {writing && (
        <WordsForm
          label={t("questions.answerField")}
          field={FIELDS.answer}
          submit={t("questions.sendAnswer")}
          error={answer.error}
          busy={answer.isPending}
          onCancel={() => setWriting(false)}
          onSend={(words) =>
            answer.mutate(words, {
              onSuccess: () => {
                setWriting(false);
                tell(t("questions.answered"));
              },
            })
          }
        />
      )}
    </li>
  );
}

function Answer({ answer: { by, customerName, answer, createdAt } }: { answer: QuestionAnswer }) {
  const shop = useAppState((state) => state.companyLogoDetails.companyName);
  return (
    <div className={styles["answer"]} data-by={by}>
      <p className={styles["words"]}>{answer}</p>
      <p className={styles["facts"]}>
        {by === "shop"
          ? t("questions.shop", { shop })
          : t("questions.buyer", { name: customerName })}
        {" · "}
        <time dateTime={createdAt}>{date(createdAt)}</time>
      </p>
    </div>
  );
}
