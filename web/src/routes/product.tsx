import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import {
  type LoaderFunctionArgs,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import type { ProductDetails } from "@/api/types";
import { TellMe } from "@/features/alerts/TellMe";
import { BuyActions } from "@/features/cart/BuyActions";
import { CardRow } from "@/features/catalog/CardRow";
import { firstSku, mostOf } from "@/features/catalog/product/options";
import { ProductPage, useQuantity } from "@/features/catalog/product/ProductPage";
import { ProductSkeleton } from "@/features/catalog/product/ProductSkeleton";
import { productQuery } from "@/features/catalog/queries";
import { DeliveryEstimate } from "@/features/checkout/DeliveryEstimate";
import { noteViewed } from "@/features/recentlyViewed/list";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { Questions } from "@/features/questions/Questions";
import { standingQuery } from "@/features/reviews/queries";
import { Reviews } from "@/features/reviews/Reviews";
import { NotHere } from "@/features/shop/NotHere";
import { loginLink } from "@/features/signin/next";
import { Heart } from "@/features/wishlist/Heart";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { rememberWish } from "@/state/pendingWish";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { ShareButton } from "@/ui/ShareButton/ShareButton";

const GiftCardForm = lazy(async () => ({
  default: (await import("@/features/cart/giftCards/GiftCardForm")).GiftCardForm,
}));

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
  const navigate = useNavigate();
  const { pathname, search: here } = useLocation();
  const [search, setSearch] = useSearchParams();
  // What is chosen shows at once; the address follows.
  const [chosen, setChosen] = useState<number | null>(null);
  const sku = firstSku(product, chosen ?? (Number(search.get("sku")) || null));
  const [quantity, setQuantity] = useQuantity(sku);
  const skuId = sku?.skuId;
  const standing = useQuery(standingQuery(useAppState(visitorOf), product.slug));
  useEffect(() => {
    if (skuId !== undefined) noteViewed(skuId);
  }, [skuId]);

  return (
    <ProductPage
      product={product}
      sku={sku}
      onChoose={({ skuId: next }) => {
        setChosen(next);
        setSearch(
          { ...Object.fromEntries(search), sku: String(next) },
          { replace: true, preventScrollReset: true },
        );
      }}
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
              sku={sku}
              quantity={quantity}
              most={mostOf(sku, product.maxPerOrder)}
              onQuantity={setQuantity}
              beside={
                <>
                  <Heart
                    look="bordered"
                    skuId={skuId ?? null}
                    productId={product.productId}
                    onGuest={(wished) => {
                      rememberWish(wished);
                      void navigate(loginLink(pathname + here));
                    }}
                  />
                  <ShareButton title={product.title} />
                </>
              }
            />
            {sku && <TellMe key={`${sku.skuId} ${sku.inStock}`} sku={sku} />}
          </>
        )
      }
      delivery={
        skuId !== undefined && sku?.inStock && product.giftCard === null ? (
          <DeliveryEstimate skuId={skuId} quantity={quantity} />
        ) : null
      }
      below={
        <>
          <Reviews productSlug={product.slug} />
          <Questions productSlug={product.slug} canAnswer={standing.data?.received === true} />
          <CardRow title={t("product.related")} cards={product.related} />
          <RecentlyViewed exceptProductId={product.productId} />
        </>
      }
    />
  );
}
