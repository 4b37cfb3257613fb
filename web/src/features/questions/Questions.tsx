import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Question } from "./Question";
import { questionsQuery, useAskQuestion } from "./queries";
import styles from "./Questions.module.css";
import { WordsForm } from "./WordsForm";

const SEARCHED_FROM = 4;

interface Props {
  productSlug: string;
  /** Whether the shopper has the product, and so may answer. */
  canAnswer: boolean;
}

/** What customers ask about a product, and what the shop and those who have it answer. */
export function Questions({ productSlug, canAnswer }: Props) {
  const [typed, setTyped] = useState("");
  const problem = problemIn(FIELDS.questionSearch, typed);
  // What is too long is not looked for; the field says so.
  const words = useDeferredValue(problem === undefined ? typed.trim() : "");
  const query = useInfiniteQuery({
    ...questionsQuery(productSlug, words),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const total = data?.pages[0]?.total ?? 0;
  const questions = data?.pages.flatMap((page) => page.items) ?? [];
  const isSearched = typed !== "" || total >= SEARCHED_FROM;
  return (
    <section id="questions" className={styles["section"]} aria-labelledby="questions-title">
      <h2 id="questions-title">{t("questions.title")}</h2>
      {isPending && <Skeleton height="160px" />}
      {error && !data && <FailureNotice error={error} retry={() => void refetch()} />}
      {data && (
        <>
          {isSearched && (
            <input
              type="search"
              className={styles["search"]}
              aria-label={t("questions.search")}
              placeholder={t("questions.search")}
              value={typed}
              aria-invalid={problem === undefined ? undefined : true}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {problem !== undefined && (
            <p className={styles["problem"]} role="alert">
              {problem}
            </p>
          )}
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
          <div className={styles["buttons"]}>
            {hasNextPage && (
              <Button look="plain" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t("questions.more")}
              </Button>
            )}
          </div>
          <Ask productSlug={productSlug} />
        </>
      )}
    </section>
  );
}

/** The way to a question of one's own; a guest signs in first and comes back. */
function Ask({ productSlug }: { productSlug: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [writing, setWriting] = useState(false);
  const ask = useAskQuestion(productSlug);
  if (!writing) {
    return (
      <Button
        look="plain"
        onClick={() => {
          if (isLoggedIn()) setWriting(true);
          else void navigate(loginLink(`${pathname}#questions`));
        }}
      >
        {t("questions.ask")}
      </Button>
    );
  }
  return (
    <WordsForm
      label={t("questions.field")}
      field={FIELDS.question}
      hint={t("questions.hint")}
      submit={t("questions.send")}
      error={ask.error}
      busy={ask.isPending}
      onCancel={() => setWriting(false)}
      onSend={(words) =>
        ask.mutate(words, {
          onSuccess: () => {
            setWriting(false);
            tell(t("questions.sent"));
          },
        })
      }
    />
  );
}
