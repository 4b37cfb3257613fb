import type { Home } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { CardGrid } from "@/features/products/cards/CardGrid";
import { ProductCardSkeleton } from "@/features/products/cards/ProductCard";
import { CategoryTiles } from "./CategoryTiles";
import { FeatureSection } from "./FeatureSection";
import { Hero } from "./Hero";
import { Highlights } from "./Highlights";
import styles from "./HomePage.module.css";
import { SaleBanner, SaleSection } from "./SaleSection";

/** Number of sections between the first sale and the others. */
const BEFORE_MORE_SALES = 2;

/** Whether the shop has nothing to sell. */
export function isHomeEmpty({ pageItem, highlights }: Home): boolean {
  return highlights?.newest.products.length === 0 && pageItem.salesList.length === 0;
}

/** The home page as the operator arranged it, or the shop's highlights. */
export function HomePage({ home: { pageItem, highlights } }: { home: Home }) {
  const { sliderList, categoryList, salesList, featureSection } = pageItem;
  const companyName = useAppState((state) => state.companyLogoDetails.companyName);
  const [sale, ...moreSales] = salesList;
  return (
    <>
      {sliderList.length > 0 ? (
        <Hero slides={sliderList} />
      ) : (
        <h1 className="visually-hidden">{companyName}</h1>
      )}
      <div className={cx("wrap", highlights && styles["unarranged"])}>
        {highlights && <Highlights highlights={highlights} />}
        {!highlights && categoryList.length > 0 && <CategoryTiles categories={categoryList} />}
        {sale && <SaleSection sale={sale} />}
        {featureSection.slice(0, BEFORE_MORE_SALES).map((section) => (
          <FeatureSection key={section.id} section={section} />
        ))}
        {moreSales.map((other) => (
          <SaleBanner key={other.slug} sale={other} />
        ))}
        {featureSection.slice(BEFORE_MORE_SALES).map((section) => (
          <FeatureSection key={section.id} section={section} />
        ))}
      </div>
    </>
  );
}

export function HomeSkeleton() {
  return (
    <main id="content" aria-busy="true" aria-label={t("frame.loadingPage")}>
      <Skeleton className={styles["hero"]} height="var(--hero)" />
      <div className="wrap">
        <div className={styles["row"]}>
          <CardGrid>
            {Array.from({ length: 4 }, (_, index) => (
              <ProductCardSkeleton key={index} />
            ))}
          </CardGrid>
        </div>
      </div>
    </main>
  );
}
