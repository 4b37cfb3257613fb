import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SkuCard } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import type { IconName } from "@/ui/Icon/Icon";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { CardGrid } from "./CardGrid";
import { ProductCardSkeleton } from "./ProductCard";

interface Props {
  cards: SkuCard[] | undefined;
  error: Error | null;
  retry: () => void;
  /** What the area says where the server said nothing. */
  fallback?: string;
  /** What stands there while the list holds nothing. */
  empty: { icon: IconName; title: string; text: string };
  children: (card: SkuCard) => ReactNode;
}

/** The cards of a list that a shopper keeps: on their way, failed, none yet, or side by side. */
export function KeptCards({ cards, error, retry, fallback, empty, children }: Props) {
  if (cards === undefined) {
    if (error)
      return (
        <FailureNotice
          error={error}
          retry={retry}
          {...(fallback === undefined ? {} : { fallback })}
        />
      );
    return (
      <CardGrid columns={3}>
        {[1, 2, 3].map((number) => (
          <ProductCardSkeleton key={number} />
        ))}
      </CardGrid>
    );
  }
  if (cards.length === 0) {
    return (
      <Notice {...empty}>
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
      </Notice>
    );
  }
  return (
    <>
      <h2 className="visually-hidden">{t("search.products")}</h2>
      <CardGrid columns={3}>{cards.map(children)}</CardGrid>
    </>
  );
}
