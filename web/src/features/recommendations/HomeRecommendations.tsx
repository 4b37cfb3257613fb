import { useQuery } from "@tanstack/react-query";
import { CardRow } from "@/features/products/cards/CardRow";
import { cardsQuery } from "@/features/products/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { t } from "@/messages/t";
import { becauseViewedQuery, popularNowQuery } from "./queries";

/**
 * Products for what the visitor has viewed, and products that sell well now. Each row may be missing. The
 * element is part of the server's page, so that the module is loaded when the visitor comes near to it.
 */
export function HomeRecommendations() {
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data: viewed = [] } = useQuery(cardsQuery(skuIds));
  const { data: popular = [] } = useQuery(popularNowQuery);
  const { data: forViewed = [] } = useQuery(becauseViewedQuery(skuIds));
  // The server fills this row up with popular products, which are in the other row.
  const popularIds = new Set(popular.map(({ productId }) => productId));
  const because = forViewed.filter(({ productId }) => !popularIds.has(productId));
  const newest = viewed.find(({ skuId }) => skuIds.includes(skuId));
  const count = new Set(viewed.map(({ productId }) => productId)).size;
  return (
    <div id="recommended">
      {newest && (
        <CardRow
          title={t("recommended.becauseViewed", { title: newest.title, count })}
          cards={because}
        />
      )}
      <CardRow title={t("recommended.popular")} cards={popular} />
    </div>
  );
}
