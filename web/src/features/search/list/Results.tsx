import type { MouseEventHandler, ReactNode } from "react";
import type { ProductList } from "@/api/types";
import { CARD_SIZES, CardGrid } from "@/features/products/cards/CardGrid";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { useScreenFirst } from "@/features/products/cards/useScreenFirst";
import { Pagination } from "@/ui/Pagination/Pagination";
import styles from "./ProductListPage.module.css";

interface Props {
  results: ProductList;
  columns: 3 | 4;
  busy: boolean;
  empty: ReactNode;
  linkTo: (page: number) => string;
  /** Sees each click on a result. */
  onOpen: MouseEventHandler | undefined;
}

/** The cards of a page of results, with pagination. */
export function Results({ results, columns, busy, empty, linkTo, onOpen }: Props) {
  const { items, page, pageSize, total } = results;
  const { grid, emptyHeight } = useScreenFirst(items.length);
  return (
    <div className={styles["results"]} aria-busy={busy} onClickCapture={onOpen}>
      {items.length === 0 ? (
        empty
      ) : (
        <CardGrid ref={grid} columns={columns}>
          {items.map((card, index) => {
            const height = emptyHeight(index);
            return height === undefined ? (
              <ProductCard
                key={card.productId}
                card={card}
                level={2}
                sizes={CARD_SIZES[columns]}
                place={index}
              />
            ) : (
              <div key={card.productId} style={{ height }} />
            );
          })}
        </CardGrid>
      )}
      <Pagination page={page} pageSize={pageSize} total={total} linkTo={linkTo} />
    </div>
  );
}
