import { useQuery } from "@tanstack/react-query";
import { CARD_SIZES } from "@/features/catalog/CardGrid";
import { KeptCards } from "@/features/catalog/KeptCards";
import { ProductCard } from "@/features/catalog/ProductCard";
import { cardsQuery } from "@/features/catalog/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/list";
import { useViewedChanges } from "@/features/recentlyViewed/useViewedChanges";
import "@/messages/later/notifications";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { Button } from "@/ui/Button/Button";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./recentlyViewed.module.css";

export function Component() {
  useTitle(t("account.recentlyViewed"));
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data, error, refetch } = useQuery(cardsQuery(skuIds));
  const { clear, remove } = useViewedChanges();
  // What was removed leaves at once; the cards that are left are asked for meanwhile.
  const cards = data?.filter(({ skuId }) => skuIds.includes(skuId));
  return (
    <>
      <PageTitle
        title={t("account.recentlyViewed")}
        action={
          skuIds.length > 0 ? (
            <Button look="plain" busy={clear.isPending} onClick={() => clear.mutate()}>
              {t("viewed.clear")}
            </Button>
          ) : undefined
        }
      />
      <KeptCards
        cards={cards}
        error={error}
        retry={() => void refetch()}
        empty={{ icon: "clock", title: t("viewed.emptyTitle"), text: t("viewed.emptyText") }}
      >
        {(card) => (
          <div key={card.skuId} className={styles["viewed"]}>
            <ProductCard card={card} sizes={CARD_SIZES[3]} />
            <Button
              look="quiet"
              aria-label={t("viewed.removeOf", { product: card.title })}
              onClick={() => remove.mutate(card.skuId)}
            >
              {t("viewed.remove")}
            </Button>
          </div>
        )}
      </KeptCards>
    </>
  );
}
