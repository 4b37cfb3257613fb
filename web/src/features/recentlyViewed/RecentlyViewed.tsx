import { useQuery } from "@tanstack/react-query";
import { CardRow } from "@/features/catalog/CardRow";
import { cardsQuery } from "@/features/catalog/queries";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { useRecentlyViewed } from "./list";
import { useViewedChanges } from "./useViewedChanges";

/** What the visitor looked at lately, apart from what is being looked at now. */
export function RecentlyViewed({ exceptProductId }: { exceptProductId?: number }) {
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data = [] } = useQuery(cardsQuery(skuIds));
  const { clear } = useViewedChanges();
  const seen = new Set(exceptProductId === undefined ? [] : [exceptProductId]);
  // Several SKUs of one product stand once, and what was cleared leaves at once.
  const cards = data.filter(
    ({ productId, skuId }) => skuIds.includes(skuId) && !seen.has(productId) && seen.add(productId),
  );
  return (
    <CardRow
      title={t("product.recentlyViewed")}
      cards={cards}
      action={
        <Button look="quiet" busy={clear.isPending} onClick={() => clear.mutate()}>
          {t("viewed.clear")}
        </Button>
      }
    />
  );
}
