import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useState } from "react";
import { type LoaderFunctionArgs, useParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, isWholePage, waitForData } from "@/api/waitForData";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { NotifyMe } from "@/features/alerts/NotifyMe";
import { BuyActions } from "@/features/cart/BuyActions";
import { CardRow } from "@/features/products/cards/CardRow";
import {
  cheapestSku,
  initialSku,
  orderLimit,
  maxQuantity,
} from "@/features/products/options/options";
import { isKnown, knownProduct } from "@/features/products/page/knownProduct";
import { ProductPage } from "@/features/products/page/ProductPage";
import { useSkuQuantity } from "@/features/products/page/useSkuQuantity";
import { ProductSkeleton } from "@/features/products/page/ProductSkeleton";
import { useTrackProductView } from "@/features/products/page/useTrackProductView";
import { productQuery } from "@/features/products/queries";
import { addRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { questionsQuery } from "@/features/questions/queries";
import { boughtTogetherQuery } from "@/features/recommendations/queries";
import { NO_FILTER, reviewsQuery } from "@/features/reviews/queries";
import { NotFound } from "@/features/shop/NotFound";
import { WishlistButton } from "@/features/wishlist/WishlistButton";
import { t } from "@/messages/t";
import { useAddressSearch } from "@/state/addressSearch";
import { useVisitedPageTitle } from "@/state/useVisitedPageTitle";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { lazyRendered } from "@/ui/lazy/lazyRendered";
import { serverParts } from "@/ui/lazy/serverParts";
import { useHydrated } from "@/ui/lazy/useHydrated";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { ShareButton } from "@/ui/ShareButton/ShareButton";

const ArrivalEstimate = lazyOptional(
  async () => (await import("@/features/checkout/ArrivalEstimate")).ArrivalEstimate,
);
const DeliveryOptions = lazyOptional(
  async () => (await import("@/features/checkout/DeliveryOptions")).DeliveryOptions,
);
const SizeGuideButton = lazyOptional(
  async () => (await import("@/features/products/sizeGuide/SizeGuideButton")).SizeGuideButton,
);
const CompareButton = lazyOptional(
  async () => (await import("@/features/compare/CompareButton")).CompareButton,
  // As wide as the button, so that the buttons beside it stay in place.
  <span style={{ flex: "none", width: "48px" }} />,
);
const BoughtTogether = lazyRendered(
  "bought-together",
  async () => (await import("@/features/recommendations/BoughtTogether")).BoughtTogether,
);
const Reviews = lazyRendered(
  "reviews",
  async () => (await import("@/features/reviews/Reviews")).Reviews,
  <Skeleton height="260px" />,
);
const Questions = lazyRendered(
  "questions",
  async () => (await import("@/features/questions/Questions")).Questions,
  <Skeleton height="160px" />,
);
const GiftCardForm = lazyRequired(
  async () => (await import("@/features/cart/giftCards/GiftCardForm")).GiftCardForm,
);

/** Loads what the page shows below the product: the first pages of its lists. */
function loadBelow(
  queryClient: QueryClient,
  slug: string,
  product: Promise<ProductDetails>,
): Promise<unknown>[] {
  return [
    queryClient.infiniteQuery(cachedFirst(reviewsQuery(slug, NO_FILTER))),
    queryClient.infiniteQuery(cachedFirst(questionsQuery(slug, ""))),
    product.then(({ productId }) =>
      queryClient.query(cachedFirst(boughtTogetherQuery({ productId }))),
    ),
  ];
}

/** A product whose card is in the cache appears at once. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  const slug = params["slug"] ?? "";
  const canShow = isKnown(queryClient, slug);
  const product = queryClient.query(cachedFirst(productQuery(slug)));
  const loading = waitForData(
    product,
    ...(isWholePage() ? loadBelow(queryClient, slug, product) : []),
  );
  return canShow ? null : loading;
}

export function Component() {
  const { slug = "" } = useParams();
  const queryClient = useQueryClient();
  const [search] = useAddressSearch();
  const skuId = skuIdIn(search);
  const placeholderData = useCallback(
    () => knownProduct(queryClient, slug, skuId),
    [queryClient, slug, skuId],
  );
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...productQuery(slug),
    placeholderData,
  });
  if (isPending) return <ProductSkeleton />;
  if (data) return <Product key={slug} product={data} pending={isPlaceholderData} />;
  if (isNotFound(error)) return <NotFound />;
  return (
    <main className="wrap" id="content">
      <ErrorAlert level={1} error={error} retry={() => void refetch()} />
    </main>
  );
}

/** Adds the SKU to the recently viewed ones. */
function useRecordView(skuId: number | undefined): void {
  useEffect(() => {
    if (skuId !== undefined) void addRecentlyViewed(skuId);
  }, [skuId]);
}

interface ProductProps {
  product: ProductDetails;
  /** Whether only what the product's card told is known. */
  pending: boolean;
}

function Product({ product, pending }: ProductProps) {
  const [search, setSearch] = useAddressSearch();
  const isGiftCard = product.giftCard !== null;
  const sku = initialSku(
    { ...product, priceVaries: product.priceVaries && !isGiftCard },
    skuIdIn(search),
  );
  // Until the shopper has chosen, the SKU whose price is shown stands in.
  const shownSku = sku ?? cheapestSku(product);
  const skuId = shownSku?.skuId;
  const [showsChoiceHint, setShowsChoiceHint] = useState(false);
  const [quantity, setQuantity] = useSkuQuantity(sku);
  const deliverableId = shownSku?.inStock === true && !isGiftCard ? shownSku.skuId : null;
  const guide = product.sizeGuide;
  const guidedOption = optionOfSizeGuide(product);
  useVisitedPageTitle(product.title);
  useRecordView(pending ? undefined : skuId);
  useTrackProductView(product, pending ? undefined : sku);

  return (
    <ProductPage
      product={product}
      pending={pending}
      sku={sku}
      showsChoiceHint={showsChoiceHint}
      onChoose={({ skuId: next }) => setSearch(withSku(search, next))}
      actions={
        pending && !sku ? (
          <ActionsSkeleton />
        ) : isGiftCard ? (
          <GiftCardActions
            product={product}
            sku={sku}
            lineId={Number(search.get("line")) || null}
          />
        ) : (
          <Actions
            {...{ product, pending, sku, shownSku, quantity }}
            onQuantity={setQuantity}
            onUnchosen={() => {
              setShowsChoiceHint(true);
              document.querySelector<HTMLInputElement>("#content fieldset input")?.focus();
            }}
          />
        )
      }
      arrival={
        deliverableId !== null && <ArrivalEstimate skuId={deliverableId} quantity={quantity} />
      }
      delivery={
        deliverableId !== null && <DeliveryOptions skuId={deliverableId} quantity={quantity} />
      }
      optionAside={(option) =>
        guide && option === guidedOption ? <SizeGuideButton guide={guide} /> : null
      }
      below={pending ? <Skeleton height="100vh" /> : <Below product={product} sku={sku} />}
    />
  );
}

/** While it is not known whether there are options to choose first. */
function ActionsSkeleton() {
  return (
    <div style={{ display: "grid", gap: "var(--s3)" }}>
      <Skeleton height="48px" />
      <Skeleton height="48px" />
    </div>
  );
}

interface ActionsProps {
  product: ProductDetails;
  sku: SkuDetails | undefined;
}

/** The server renders no form that cannot be used until more code is loaded. */
function GiftCardActions(props: ActionsProps & { lineId: number | null }) {
  const skeleton = (
    <>
      <div className="needs-script">
        <Skeleton height="480px" />
      </div>
      <noscript>{import.meta.env.SSR && <p>{t("product.giftCardNeedsScript")}</p>}</noscript>
    </>
  );
  if (!useHydrated()) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <GiftCardForm {...props} beside={<ShareButton title={props.product.title} />} />
    </Suspense>
  );
}

interface BuyingProps extends ActionsProps {
  pending: boolean;
  shownSku: SkuDetails | undefined;
  quantity: number;
  onQuantity: (quantity: number) => void;
  onUnchosen: () => void;
}

/** Adding to the cart, wishlist and comparison, sharing, the size guide and product alerts. */
function Actions({ product, sku, shownSku, ...buying }: BuyingProps) {
  const { productId, slug, title, images, maxPerOrder, sizeGuide } = product;
  return (
    <>
      <noscript>{import.meta.env.SSR && serverParts.buyForm?.(product, sku)}</noscript>
      <BuyActions
        {...{ product, sku, ...buying }}
        most={maxQuantity(sku, maxPerOrder)}
        limit={orderLimit(maxPerOrder)}
        beside={
          <>
            <WishlistButton look="bordered" skuId={shownSku?.skuId ?? null} productId={productId} />
            <CompareButton look="bordered" product={{ slug, title, image: images[0] ?? null }} />
            <ShareButton title={title} />
          </>
        }
      />
      {sizeGuide && optionOfSizeGuide(product) === undefined && (
        <SizeGuideButton guide={sizeGuide} />
      )}
      {shownSku && <NotifyMe key={`${shownSku.skuId} ${shownSku.inStock}`} sku={shownSku} />}
    </>
  );
}

function Below({ product, sku }: ActionsProps) {
  const { slug, productId, related } = product;
  return (
    <>
      <BoughtTogether product={product} sku={sku} />
      <Reviews productSlug={slug} />
      <Questions productSlug={slug} />
      <CardRow title={t("product.related")} cards={related} />
      <RecentlyViewed exceptProductId={productId} />
    </>
  );
}

/** The option that the size guide explains, if the product has it. */
function optionOfSizeGuide({ options, sizeGuide }: ProductDetails): string | undefined {
  return options.find(({ name }) => name.toLowerCase() === sizeGuide?.option.toLowerCase())?.name;
}

function skuIdIn(search: URLSearchParams): number | null {
  return Number(search.get("sku")) || null;
}

/** Sets the SKU in the URL; other parameters, such as the gift card being edited, stay. */
function withSku(search: URLSearchParams, skuId: number): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set("sku", String(skuId));
  return next;
}
