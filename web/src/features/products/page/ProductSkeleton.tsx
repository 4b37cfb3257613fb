import { t } from "@/messages/t";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./ProductPage.module.css";

export function ProductSkeleton() {
  return (
    <main className="wrap" id="content" aria-busy="true" aria-label={t("frame.loadingPage")}>
      <div style={{ paddingBlock: "var(--s5) var(--s3)" }}>
        <Skeleton width="220px" height="21px" />
      </div>
      <div className={styles["product"]}>
        <Skeleton ratio="4 / 5" />
        <div className={styles["buy"]}>
          <Skeleton width="80%" height="40px" />
          <Skeleton width="40%" height="28px" />
          <Skeleton height="46px" />
          <Skeleton height="48px" />
          <Skeleton height="48px" />
          <Skeleton height="180px" />
        </div>
      </div>
    </main>
  );
}
