import { useQuery } from "@tanstack/react-query";
import { CardRow } from "@/features/catalog/CardRow";
import { cardsQuery } from "@/features/catalog/queries";
import { t } from "@/messages/t";
import { useRecentlyViewed } from "./list";

/** What the visitor looked at lately, apart from what is being looked at now. */
export function RecentlyViewed({ exceptProductId }: { exceptProductId?: number }) {
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data = [] } = useQuery(cardsQuery(skuIds));
  const seen = new Set(exceptProductId === undefined ? [] : [exceptProductId]);
  // Several SKUs of one product stand once.
  const cards = data.filter(({ productId }) => !seen.has(productId) && seen.add(productId));
  return <CardRow title={t("product.recentlyViewed")} cards={cards} />;
}
