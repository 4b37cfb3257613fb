import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CARD_SIZES } from "@/features/products/cards/CardGrid";
import { CardList } from "@/features/products/cards/CardList";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { formatOptions } from "@/features/products/options/formatOptions";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { MoveToCart } from "./MoveToCart";
import { useWishlist } from "./queries";
import { shareTokenQuery, useSharing } from "./sharing";
import styles from "./WishlistItems.module.css";

interface Props {
  /** Shown above the items. */
  note?: ReactNode;
  columns?: 3 | 4;
}

/** The visitor's wishlist, newest first. */
export function WishlistItems({ note, columns = 3 }: Props) {
  const { data: items, error, refetch } = useWishlist();
  return (
    <>
      <PageTitle
        title={t("wishlist.title")}
        note={items?.length ? t("wishlist.count", { count: items.length }) : undefined}
        action={items?.length ? <Sharing /> : undefined}
      />
      {items?.length ? note : null}
      <CardList
        cards={items}
        error={error}
        retry={() => void refetch()}
        fallback={t("wishlist.error")}
        columns={columns}
        empty={{ icon: "heart", title: t("wishlist.emptyTitle"), text: t("wishlist.emptyText") }}
      >
        {(card) => (
          <div key={card.skuId} className={styles["item"]}>
            <ProductCard card={card} sizes={CARD_SIZES[columns]} />
            {card.options.length > 0 && (
              <p className={styles["options"]}>{formatOptions(card.options)}</p>
            )}
            <MoveToCart card={card} />
          </div>
        )}
      </CardList>
    </>
  );
}

/** Shares the wishlist; a customer can also stop sharing it. */
function Sharing() {
  const { data: token } = useQuery(shareTokenQuery(useAppState(visitorOf)));
  const { share, unshare } = useSharing();
  return (
    <div className={styles["sharing"]}>
      {typeof token === "string" && (
        <Button variant="tertiary" busy={unshare.isPending} onClick={() => unshare.mutate()}>
          {t("wishlist.unshare")}
        </Button>
      )}
      <Button variant="secondary" busy={share.isPending} onClick={() => share.mutate()}>
        {t("wishlist.share")}
      </Button>
    </div>
  );
}
