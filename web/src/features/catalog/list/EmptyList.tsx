import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { Button, buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";
import { CARD_SIZES, CardGrid } from "../CardGrid";
import { searchLink } from "../links";
import { ProductCard } from "../ProductCard";
import { bestSellersQuery, suggestionsQuery } from "../queries";
import styles from "./EmptyList.module.css";

interface Props {
  total: number;
  filtered: boolean;
  /** The words searched for, where it was a search. */
  q: string | undefined;
  onFirstPage: () => void;
  onClear: () => void;
}

/** Why a list shows nothing, and the way on. */
export function EmptyList({ total, filtered, q, onFirstPage, onClear }: Props) {
  if (total > 0) {
    return (
      <Notice title={t("list.pastEndTitle")} text={t("list.pastEndText")}>
        <Button look="plain" onClick={onFirstPage}>
          {t("list.firstPage")}
        </Button>
      </Notice>
    );
  }
  if (filtered) {
    return (
      <Notice icon="filter" title={t("list.emptyTitle")} text={t("list.emptyText")}>
        <Button look="plain" onClick={onClear}>
          {t("list.clearAll")}
        </Button>
      </Notice>
    );
  }
  if (q !== undefined) return <NothingFound q={q} />;
  return (
    <Notice icon="box" title={t("list.emptySourceTitle")} text={t("list.emptySourceText")}>
      <Link className={buttonClass("plain")} to="/collections">
        {t("frame.allCategories")}
      </Link>
    </Notice>
  );
}

function NothingFound({ q }: { q: string }) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(q));
  const near = suggestions.filter(({ kind, text }) => kind === "query" && text !== q);
  return (
    <>
      <Notice
        icon="search"
        title={t("search.nothingTitle", { query: q })}
        text={t("search.nothingText")}
      >
        {near.length > 0 && (
          <p className={styles["near"]}>
            {t("search.didYouMean")}{" "}
            {near.map(({ text }) => (
              <Link key={text} to={searchLink(text)}>
                {text}
              </Link>
            ))}
          </p>
        )}
      </Notice>
      <BestSellers />
    </>
  );
}

/** What others buy, for those who have not found anything or do not know what to look for. */
export function BestSellers() {
  const { data } = useQuery(bestSellersQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t("search.whatSells")}>
      <h2 className={styles["title"]}>{t("search.whatSells")}</h2>
      <CardGrid>
        {data.items.map((card) => (
          <ProductCard key={card.productId} card={card} sizes={CARD_SIZES[4]} />
        ))}
      </CardGrid>
    </section>
  );
}
