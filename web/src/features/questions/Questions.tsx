import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { reviewEligibilityQuery } from "@/features/reviews/queries";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { showToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Question } from "./Question";
import { questionsQuery, useAskQuestion } from "./queries";
import { QuestionSearch } from "./QuestionSearch";
import { cx } from "@/ui/cx";
import styles from "./Questions.module.css";
import { QuestionTextForm } from "./QuestionTextForm";

/** With fewer questions than this there is no search. */
const MIN_SEARCHABLE = 4;

/** The questions and answers about a product, with a search and a form to ask. */
export function Questions({ productSlug }: { productSlug: string }) {
  const eligibility = useQuery(reviewEligibilityQuery(useAppState(visitorOf), productSlug));
  const canAnswer = eligibility.data?.received === true;
  const [typed, setTyped] = useState("");
  const problem = validateField(FIELDS.questionSearch, typed);
  // A query that is too long is not sent: the field shows its error instead.
  const words = useDeferredValue(problem === undefined ? typed.trim() : "");
  const query = useInfiniteQuery({
    ...questionsQuery(productSlug, words),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const total = data?.pages[0]?.total ?? 0;
  const questions = data?.pages.flatMap((page) => page.items) ?? [];
  const hasSearch = typed !== "" || total >= MIN_SEARCHABLE;
  return (
    <section id="questions" className={styles["section"]} aria-labelledby="questions-title">
      <h2 id="questions-title">{t("questions.title")}</h2>
      {isPending && <Skeleton height="160px" />}
      {error && !data && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data && (
        <>
          {hasSearch && <QuestionSearch value={typed} problem={problem} onChange={setTyped} />}
          {total === 0 && words === "" && (
            <p className={styles["facts"]}>{t("questions.emptyText")}</p>
          )}
          {total === 0 && words !== "" && (
            <p className={styles["facts"]} role="status">
              {t("questions.none")}
            </p>
          )}
          <ul className={styles["list"]} aria-busy={query.isPlaceholderData}>
            {questions.map((question) => (
              <Question key={question.id} {...{ productSlug, question, canAnswer }} />
            ))}
          </ul>
          <div className={cx(styles["buttons"], "needs-script")}>
            {hasNextPage && (
              <Button
                variant="secondary"
                busy={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {t("questions.more")}
              </Button>
            )}
          </div>
          <noscript>
            {import.meta.env.SSR && <p className={styles["facts"]}>{t("questions.needsScript")}</p>}
          </noscript>
          <AskQuestion productSlug={productSlug} />
        </>
      )}
    </section>
  );
}

/** A button that opens the form to ask. A guest signs in first and returns to the questions. */
function AskQuestion({ productSlug }: { productSlug: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isFormOpen, setFormOpen] = useState(false);
  const ask = useAskQuestion(productSlug);
  if (!isFormOpen) {
    return (
      <Button
        variant="secondary"
        className="needs-script"
        onClick={() => {
          if (isLoggedIn()) setFormOpen(true);
          else void navigate(loginLink(`${pathname}#questions`));
        }}
      >
        {t("questions.ask")}
      </Button>
    );
  }
  return (
    <QuestionTextForm
      label={t("questions.field")}
      field={FIELDS.question}
      hint={t("questions.hint")}
      submit={t("questions.send")}
      save={ask}
      onCancel={() => setFormOpen(false)}
      onSaved={() => {
        setFormOpen(false);
        showToast(t("questions.sent"));
      }}
    />
  );
}
