import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { type LoaderFunctionArgs, useParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import type { ProductDetails } from "@/api/types";
import { TellMe } from "@/features/alerts/TellMe";
import { BuyActions } from "@/features/cart/BuyActions";
import { CardRow } from "@/features/catalog/CardRow";
import { cheapestSku, firstSku, limitOf, mostOf } from "@/features/catalog/product/options";
import { ProductPage, useQuantity } from "@/features/catalog/product/ProductPage";
import { ProductSkeleton } from "@/features/catalog/product/ProductSkeleton";
import { useTrackView } from "@/features/catalog/product/useTrackView";
import { productQuery } from "@/features/catalog/queries";
import { noteViewed } from "@/features/recentlyViewed/list";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { Questions } from "@/features/questions/Questions";
import { standingQuery } from "@/features/reviews/queries";
import { Reviews } from "@/features/reviews/Reviews";
import { NotHere } from "@/features/shop/NotHere";
import { Heart } from "@/features/wishlist/Heart";
import { t } from "@/messages/t";
import { useAddressSearch } from "@/state/addressSearch";
import { useAppState, visitorOf } from "@/state/appState";
import { usePlaceTitle } from "@/state/usePlaceTitle";
import { lazyPart } from "@/ui/lazyPart";
import { laterPart } from "@/ui/Later/laterPart";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { ShareButton } from "@/ui/ShareButton/ShareButton";

const ArrivalEstimate = laterPart(
  async () => (await import("@/features/checkout/ArrivalEstimate")).ArrivalEstimate,
);
const DeliveryWays = laterPart(
  async () => (await import("@/features/checkout/DeliveryWays")).DeliveryWays,
);
const SizeGuideLink = laterPart(
  async () => (await import("@/features/catalog/product/SizeGuideLink")).SizeGuideLink,
);
const CompareToggle = laterPart(
  async () => (await import("@/features/compare/CompareToggle")).CompareToggle,
);
const BoughtTogether = laterPart(
  async () => (await import("@/features/recommendations/BoughtTogether")).BoughtTogether,
);
const GiftCardForm = lazyPart(
  async () => (await import("@/features/cart/giftCards/GiftCardForm")).GiftCardForm,
);

export function loader({ context, params }: LoaderFunctionArgs) {
  return settle(context.get(queryClientContext).query(productQuery(params["slug"] ?? "")));
}

export function Component() {
  const { slug = "" } = useParams();
  const { data: product, error, isPending, refetch } = useQuery(productQuery(slug));
  if (isPending) return <ProductSkeleton />;
  if (product) return <Product key={product.productId} product={product} />;
  if (isNotFound(error)) return <NotHere />;
  return (
    <main className="wrap" id="content">
      <FailureNotice error={error} retry={() => void refetch()} />
    </main>
  );
}

function Product({ product }: { product: ProductDetails }) {
  const [search, setSearch] = useAddressSearch();
  const isGiftCard = product.giftCard !== null;
  const sku = firstSku(
    { ...product, priceVaries: product.priceVaries && !isGiftCard },
    Number(search.get("sku")) || null,
  );
  // Until something is chosen, what belongs to one SKU is that of the one whose price is shown.
  const shown = sku ?? cheapestSku(product);
  const [asksToChoose, setAsksToChoose] = useState(false);
  const [quantity, setQuantity] = useQuantity(sku);
  const skuId = shown?.skuId;
  const deliverable = shown?.inStock === true && !isGiftCard ? shown.skuId : null;
  const guide = product.sizeGuide;
  const guidedOption = product.options.find(
    ({ name }) => name.toLowerCase() === guide?.option.toLowerCase(),
  )?.name;
  const standing = useQuery(standingQuery(useAppState(visitorOf), product.slug));
  usePlaceTitle(product.title);
  useEffect(() => {
    if (skuId !== undefined) noteViewed(skuId);
  }, [skuId]);
  useTrackView(product, sku);

  return (
    <ProductPage
      product={product}
      sku={sku}
      asksToChoose={asksToChoose}
      onChoose={({ skuId: next }) => setSearch(withSku(search, next))}
      actions={
        product.giftCard !== null ? (
          <Suspense fallback={<Skeleton height="480px" />}>
            <GiftCardForm
              product={product}
              sku={sku}
              lineId={Number(search.get("line")) || null}
              beside={<ShareButton title={product.title} />}
            />
          </Suspense>
        ) : (
          <>
            <BuyActions
              product={product}
              sku={sku}
              onUnchosen={() => {
                setAsksToChoose(true);
                document.querySelector<HTMLInputElement>("#content fieldset input")?.focus();
              }}
              quantity={quantity}
              most={mostOf(sku, product.maxPerOrder)}
              limit={limitOf(product.maxPerOrder)}
              onQuantity={setQuantity}
              beside={
                <>
                  <Heart look="bordered" skuId={skuId ?? null} productId={product.productId} />
                  <CompareToggle
                    look="bordered"
                    product={{
                      slug: product.slug,
                      title: product.title,
                      image: product.images[0] ?? null,
                    }}
                  />
                  <ShareButton title={product.title} />
                </>
              }
            />
            {guide && guidedOption === undefined && <SizeGuideLink guide={guide} />}
            {shown && <TellMe key={`${shown.skuId} ${shown.inStock}`} sku={shown} />}
          </>
        )
      }
      arrival={deliverable !== null && <ArrivalEstimate skuId={deliverable} quantity={quantity} />}
      delivery={deliverable !== null && <DeliveryWays skuId={deliverable} quantity={quantity} />}
      optionAside={(option) =>
        guide && option === guidedOption ? <SizeGuideLink guide={guide} /> : null
      }
      below={
        <>
          <BoughtTogether product={product} sku={sku} />
          <Reviews productSlug={product.slug} />
          <Questions productSlug={product.slug} canAnswer={standing.data?.received === true} />
          <CardRow title={t("product.related")} cards={product.related} />
          <RecentlyViewed exceptProductId={product.productId} />
        </>
      }
    />
  );
}

/** The address of another choice; the gift card that is edited stays the same. */
function withSku(search: URLSearchParams, skuId: number): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set("sku", String(skuId));
  return next;
}
