import { useQuery } from "@tanstack/react-query";
import { CARD_SIZES, CardGrid } from "@/features/products/cards/CardGrid";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { t } from "@/messages/t";
import { bestSellersQuery } from "../queries";
import styles from "./BestSellers.module.css";

/** Best sellers as suggestions for shoppers without a search or without results. */
export function BestSellers() {
  const { data } = useQuery(bestSellersQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t("search.bestSellers")}>
      <h2 className={styles["title"]}>{t("search.bestSellers")}</h2>
      <CardGrid>
        {data.items.map((card) => (
          <ProductCard key={card.productId} card={card} sizes={CARD_SIZES[4]} />
        ))}
      </CardGrid>
    </section>
  );
}
