import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { CARD_SIZES } from "@/features/products/cards/CardGrid";
import { CardList } from "@/features/products/cards/CardList";
import { ProductCard } from "@/features/products/cards/ProductCard";
import { cardsQuery, MAX_CARDS } from "@/features/products/queries";
import { sharedWishlistQuery } from "@/features/wishlist/sharing";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { isSkuId } from "@/storage/skuIds";
import { buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";

/** A shared wishlist: a customer's by its token, or a guest's by the SKU ids in the link. */
export function Component() {
  const { token } = useParams();
  return (
    <main className="wrap" id="content">
      {token === undefined ? <GuestList /> : <CustomerList token={token} />}
    </main>
  );
}

function CustomerList({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(sharedWishlistQuery(token));
  if (isNotFound(error)) {
    return (
      <Alert
        level={1}
        icon="heart"
        title={t("wishlist.sharedGoneTitle")}
        text={t("wishlist.sharedGoneText")}
      >
        <Link className={buttonClass()} to="/">
          {t("action.continueShopping")}
        </Link>
      </Alert>
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

function GuestList() {
  const [search] = useSearchParams();
  const ids = (search.get("skus") ?? "").split(",").map(Number).filter(isSkuId);
  const skuIds = [...new Set(ids)].slice(0, MAX_CARDS);
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

type CardsProps = Pick<Parameters<typeof CardList>[0], "cards" | "error" | "retry"> & {
  title: string;
};

function SharedCards({ title, ...cards }: CardsProps) {
  useDocumentTitle(title);
  return (
    <>
      <PageTitle title={title} />
      <CardList
        {...cards}
        columns={4}
        empty={{
          icon: "heart",
          title: t("wishlist.sharedEmptyTitle"),
          text: t("wishlist.sharedEmptyText"),
        }}
      >
        {(card) => <ProductCard key={card.skuId} card={card} sizes={CARD_SIZES[4]} level={2} />}
      </CardList>
    </>
  );
}
