import { useQuery } from "@tanstack/react-query";
import { CARD_SIZES } from "@/features/products/cards/CardGrid";
import { CardList } from "@/features/products/cards/CardList";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { cardsQuery } from "@/features/products/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { useRecentlyViewedActions } from "@/features/recentlyViewed/useRecentlyViewedActions";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { Button } from "@/ui/Button/Button";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./recentlyViewed.module.css";

export function Component() {
  useDocumentTitle(t("account.recentlyViewed"));
  const skuIds = useRecentlyViewed((state) => state.skuIds);
  const { data, error, refetch } = useQuery(cardsQuery(skuIds));
  const { clear, remove } = useRecentlyViewedActions();
  // Removed items disappear at once, before the remaining cards have loaded.
  const cards = data?.filter(({ skuId }) => skuIds.includes(skuId));
  return (
    <>
      <PageTitle
        title={t("account.recentlyViewed")}
        action={
          skuIds.length > 0 ? (
            <Button variant="secondary" busy={clear.isPending} onClick={() => clear.mutate()}>
              {t("viewed.clear")}
            </Button>
          ) : undefined
        }
      />
      <CardList
        cards={cards}
        error={error}
        retry={() => void refetch()}
        empty={{ icon: "clock", title: t("viewed.emptyTitle"), text: t("viewed.emptyText") }}
      >
        {(card) => (
          <div key={card.skuId} className={styles["viewed"]}>
            <ProductCard card={card} sizes={CARD_SIZES[3]} />
            <Button
              variant="tertiary"
              aria-label={t("viewed.removeOf", { product: card.title })}
              onClick={() => remove.mutate(card.skuId)}
            >
              {t("viewed.remove")}
            </Button>
          </div>
        )}
      </CardList>
    </>
  );
}
