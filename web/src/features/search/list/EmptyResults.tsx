import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ProductList } from "@/api/types";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import { searchLink } from "../links";
import { suggestionsQuery } from "../queries";
import { BestSellers } from "./BestSellers";
import styles from "./EmptyResults.module.css";

interface Props {
  results: ProductList;
  filtered: boolean;
  /** The search query, if the list is a search. */
  q: string | undefined;
  /** Addresses of the first page and of the list without filters. */
  firstPage: string;
  cleared: string;
  /** The address of the list without a filter. */
  linkWithout: (parameter: string) => string;
  onClear: () => void;
}

/** The empty state of a product list: why there are no results, and what to do next. */
export function EmptyResults(props: Props) {
  const { results, filtered, q, firstPage, cleared, linkWithout, onClear } = props;
  if (results.total > 0) {
    return (
      <Alert title={t("list.pastEndTitle")} text={t("list.pastEndText")}>
        <Link className={buttonClass("secondary")} to={firstPage}>
          {t("list.firstPage")}
        </Link>
      </Alert>
    );
  }
  if (filtered) {
    return (
      <Alert icon="filter" title={t("list.emptyTitle")} text={t("list.emptyText")}>
        {results.relaxed.length > 0 && (
          <ul className={styles["relaxed"]}>
            {results.relaxed.map(({ parameter, label, count }) => (
              <li key={parameter}>
                <Link rel="nofollow" to={linkWithout(parameter)}>
                  {t("list.withoutFilter", { filter: label, count })}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Button variant="secondary" className="needs-script" onClick={onClear}>
          {t("list.clearAll")}
        </Button>
        <noscript>
          {import.meta.env.SSR && (
            <Link className={buttonClass("secondary")} to={cleared}>
              {t("list.clearAll")}
            </Link>
          )}
        </noscript>
      </Alert>
    );
  }
  if (q !== undefined) return <NoSearchResults q={q} correction={results.correction} />;
  return (
    <Alert icon="box" title={t("list.emptySourceTitle")} text={t("list.emptySourceText")}>
      <Link className={buttonClass("secondary")} to="/collections">
        {t("frame.allCategories")}
      </Link>
    </Alert>
  );
}

function NoSearchResults({ q, correction }: { q: string; correction: ProductList["correction"] }) {
  // The page already proposes a correction.
  const { data: suggestions = [] } = useQuery({
    ...suggestionsQuery(q),
    enabled: correction === null,
  });
  const similar = suggestions.filter(({ kind, text }) => kind === "query" && text !== q);
  return (
    <>
      <Alert
        icon="search"
        title={t("search.nothingTitle", { query: q })}
        text={t("search.nothingText")}
      >
        {similar.length > 0 && (
          <p className={styles["similar"]}>
            {t("search.didYouMean")}{" "}
            {similar.map(({ text }) => (
              <Link key={text} to={searchLink(text)}>
                {text}
              </Link>
            ))}
          </p>
        )}
      </Alert>
      <BestSellers />
    </>
  );
}
