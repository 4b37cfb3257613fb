import { useQuery } from "@tanstack/react-query";
import { CardRow } from "@/features/products/cards/CardRow";
import { cardsQuery } from "@/features/products/queries";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { useRecentlyViewed } from "./recentlyViewed";
import { useRecentlyViewedActions } from "./useRecentlyViewedActions";

/** The products that the visitor viewed lately, except the one on the page. */
export function RecentlyViewed({ exceptProductId }: { exceptProductId?: number }) {
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data = [] } = useQuery(cardsQuery(skuIds));
  const { clear } = useRecentlyViewedActions();
  const seen = new Set(exceptProductId === undefined ? [] : [exceptProductId]);
  // One card per product. SKUs that were just cleared disappear before the cards reload.
  const cards = data.filter(
    ({ productId, skuId }) => skuIds.includes(skuId) && !seen.has(productId) && seen.add(productId),
  );
  return (
    <CardRow
      title={t("product.recentlyViewed")}
      cards={cards}
      action={
        <Button variant="tertiary" busy={clear.isPending} onClick={() => clear.mutate()}>
          {t("viewed.clear")}
        </Button>
      }
    />
  );
}
