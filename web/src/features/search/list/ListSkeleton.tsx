import { t } from "@/messages/t";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { CardGrid } from "@/features/products/cards/CardGrid";
import { ProductCardSkeleton } from "@/features/products/cards/ProductCard";
import styles from "./ProductListPage.module.css";

const CARDS = 9;

export function ListSkeleton() {
  return (
    <main className="wrap" id="content" aria-busy="true" aria-label={t("frame.loadingPage")}>
      <div style={{ paddingBlock: "var(--s5) var(--s3)" }}>
        <Skeleton width="180px" height="21px" />
      </div>
      <Skeleton width="280px" height="var(--t-2xl)" />
      <div className={styles["toolbar"]} />
      <div className={styles["columns"]}>
        <div className={styles["sidebar"]}>
          <Skeleton height="420px" />
        </div>
        <CardGrid columns={3}>
          {Array.from({ length: CARDS }, (_, index) => (
            <ProductCardSkeleton key={index} />
          ))}
        </CardGrid>
      </div>
    </main>
  );
}
