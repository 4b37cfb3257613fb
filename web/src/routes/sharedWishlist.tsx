import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { CARD_SIZES } from "@/features/catalog/CardGrid";
import { KeptCards } from "@/features/catalog/KeptCards";
import { ProductCard } from "@/features/catalog/ProductCard";
import { cardsQuery } from "@/features/catalog/queries";
import { MAX_GUEST_WISHES } from "@/features/wishlist/guestWishlist";
import { sharedListQuery } from "@/features/wishlist/sharing";
import "@/messages/later/wishlist";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { isSkuId } from "@/storage/skuIds";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

/** A list that somebody shared: by a link of the shop, or by the ids that a guest's link carries. */
export function Component() {
  const { token } = useParams();
  return (
    <main className="wrap" id="content">
      {token === undefined ? <ListInLink /> : <ListOfCustomer token={token} />}
    </main>
  );
}

function ListOfCustomer({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(sharedListQuery(token));
  if (isNotFound(error)) {
    return (
      <Notice
        level={1}
        icon="heart"
        title={t("wishlist.sharedGoneTitle")}
        text={t("wishlist.sharedGoneText")}
      >
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
      </Notice>
    );
  }
  const owner = data?.owner ?? null;
  return (
    <SharedCards
      title={owner === null ? t("wishlist.sharedTitle") : t("wishlist.sharedBy", { name: owner })}
      cards={data?.items}
      error={error}
      retry={() => void refetch()}
    />
  );
}

function ListInLink() {
  const [search] = useSearchParams();
  const ids = (search.get("skus") ?? "").split(",").map(Number).filter(isSkuId);
  const skuIds = [...new Set(ids)].slice(0, MAX_GUEST_WISHES);
  const { data, error, refetch } = useQuery(cardsQuery(skuIds));
  return (
    <SharedCards
      title={t("wishlist.sharedTitle")}
      cards={data}
      error={error}
      retry={() => void refetch()}
    />
  );
}

type CardsProps = Pick<Parameters<typeof KeptCards>[0], "cards" | "error" | "retry"> & {
  title: string;
};

function SharedCards({ title, ...cards }: CardsProps) {
  useTitle(title);
  return (
    <>
      <PageTitle title={title} />
      <KeptCards
        {...cards}
        empty={{
          icon: "heart",
          title: t("wishlist.sharedEmptyTitle"),
          text: t("wishlist.sharedEmptyText"),
        }}
      >
        {(card) => <ProductCard key={card.skuId} card={card} sizes={CARD_SIZES[3]} level={2} />}
      </KeptCards>
    </>
  );
}
