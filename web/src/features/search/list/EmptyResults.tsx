import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import { searchLink } from "../links";
import { suggestionsQuery } from "../queries";
import { BestSellers } from "./BestSellers";
import styles from "./EmptyResults.module.css";

interface Props {
  /** Number of results on all pages. */
  total: number;
  filtered: boolean;
  /** The search query, if the list is a search. */
  q: string | undefined;
  /** Addresses of the first page and of the list without filters. */
  firstPage: string;
  cleared: string;
  onClear: () => void;
}

/** The empty state of a product list: why there are no results, and what to do next. */
export function EmptyResults({ total, filtered, q, firstPage, cleared, onClear }: Props) {
  if (total > 0) {
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
  if (q !== undefined) return <NoSearchResults q={q} />;
  return (
    <Alert icon="box" title={t("list.emptySourceTitle")} text={t("list.emptySourceText")}>
      <Link className={buttonClass("secondary")} to="/collections">
        {t("frame.allCategories")}
      </Link>
    </Alert>
  );
}

function NoSearchResults({ q }: { q: string }) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(q));
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
