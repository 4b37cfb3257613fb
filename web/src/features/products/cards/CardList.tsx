import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SkuCard } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import type { IconName } from "@/ui/Icon/Icon";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { CardGrid } from "./CardGrid";
import { ProductCardSkeleton } from "./ProductCard";

interface Props {
  cards: SkuCard[] | undefined;
  error: Error | null;
  retry: () => void;
  /** Error message when the server sent none. */
  fallback?: string;
  /** The empty state. */
  empty: { icon: IconName; title: string; text: string };
  /** 3 beside the account's menu, 4 on a page of its own. */
  columns?: 3 | 4;
  children: (card: SkuCard) => ReactNode;
}

/** A shopper's list of SKUs, such as the wishlist, in one of four states: loading, error, empty, full. */
export function CardList({ cards, error, retry, fallback, empty, columns = 3, children }: Props) {
  if (cards === undefined) {
    if (error)
      return (
        <ErrorAlert error={error} retry={retry} {...(fallback === undefined ? {} : { fallback })} />
      );
    return (
      <CardGrid columns={columns}>
        {[1, 2, 3].map((number) => (
          <ProductCardSkeleton key={number} />
        ))}
      </CardGrid>
    );
  }
  if (cards.length === 0) {
    return (
      <Alert {...empty}>
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
      </Alert>
    );
  }
  return (
    <>
      <h2 className="visually-hidden">{t("search.products")}</h2>
      <CardGrid columns={columns}>{cards.map(children)}</CardGrid>
    </>
  );
}
