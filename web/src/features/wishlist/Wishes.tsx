import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { ApiError, sentenceOr } from "@/api/errors";
import type { SkuCard } from "@/api/types";
import { useAddToCart } from "@/features/cart/changes";
import { CARD_SIZES } from "@/features/catalog/CardGrid";
import { productLink } from "@/features/catalog/links";
import { KeptCards } from "@/features/catalog/KeptCards";
import { ProductCard } from "@/features/catalog/ProductCard";
import "@/messages/later/wishlist";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { removeWish } from "./changes";
import { useWishlist, wishlistKey } from "./queries";
import { shareQuery, useSharing } from "./sharing";
import styles from "./Wishes.module.css";

/** What the customer wishes for, newest first, each a step away from the cart. */
export function Wishes({ note }: { note?: ReactNode }) {
  const { data: wishes, error, refetch } = useWishlist();
  return (
    <>
      <PageTitle
        title={t("wishlist.title")}
        note={wishes?.length ? t("wishlist.count", { count: wishes.length }) : undefined}
        action={wishes?.length ? <ShareList /> : undefined}
      />
      {wishes?.length ? note : null}
      <KeptCards
        cards={wishes}
        error={error}
        retry={() => void refetch()}
        fallback={t("wishlist.error")}
        empty={{ icon: "heart", title: t("wishlist.emptyTitle"), text: t("wishlist.emptyText") }}
      >
        {(card) => (
          <div key={card.skuId} className={styles["wish"]}>
            <ProductCard card={card} sizes={CARD_SIZES[3]} />
            {card.options.length > 0 && (
              <p className={styles["options"]}>
                {card.options.map(({ name, value }) => `${name}: ${value}`).join(" · ")}
              </p>
            )}
            <MoveToCart card={card} />
          </div>
        )}
      </KeptCards>
    </>
  );
}

/** Shares the list, and for a customer whose list is shared ends that. */
function ShareList() {
  const { data: token } = useQuery(shareQuery(useAppState(visitorOf)));
  const { share, unshare } = useSharing();
  return (
    <div className={styles["sharing"]}>
      {typeof token === "string" && (
        <Button look="quiet" busy={unshare.isPending} onClick={() => unshare.mutate()}>
          {t("wishlist.unshare")}
        </Button>
      )}
      <Button look="plain" busy={share.isPending} onClick={() => share.mutate()}>
        {t("wishlist.share")}
      </Button>
    </div>
  );
}

/** Puts a wish into the cart and takes it off the list. */
export function MoveToCart({ card: { skuId, slug, inStock } }: { card: SkuCard }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const add = useAddToCart();
  const move = useMutation({
    mutationFn: async () => {
      await add.mutateAsync({ skuId, quantity: 1 });
      await removeWish(skuId);
    },
    onSuccess: () => tell(t("wishlist.movedToCart")),
    // What the cart refused it has said already; the product's page tells more, such as of a gift card.
    onError: (error) => {
      if (error instanceof ApiError && error.code === "unavailable") {
        void navigate(productLink(slug));
      }
      if (!add.isError) tellFailure(sentenceOr(error, t("wishlist.error")));
    },
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: wishlistKey(visitorOf(useAppState.getState())),
      }),
  });
  return (
    <Button
      look="plain"
      wide
      disabled={!inStock}
      busy={move.isPending}
      onClick={() => move.mutate()}
    >
      {inStock ? t("wishlist.moveToCart") : t("product.soldOut")}
    </Button>
  );
}
