import { useQuery } from "@tanstack/react-query";
import { CARD_SIZES } from "@/features/catalog/CardGrid";
import { KeptCards } from "@/features/catalog/KeptCards";
import { ProductCard } from "@/features/catalog/ProductCard";
import { cardsQuery } from "@/features/catalog/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/list";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

export function Component() {
  useTitle(t("account.recentlyViewed"));
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data: cards, error, refetch } = useQuery(cardsQuery(skuIds));
  return (
    <>
      <PageTitle title={t("account.recentlyViewed")} />
      <KeptCards
        cards={cards}
        error={error}
        retry={() => void refetch()}
        empty={{ icon: "clock", title: t("viewed.emptyTitle"), text: t("viewed.emptyText") }}
      >
        {(card) => <ProductCard key={card.skuId} card={card} sizes={CARD_SIZES[3]} />}
      </KeptCards>
    </>
  );
}
