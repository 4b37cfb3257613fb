import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { isNotFound } from "@/api/errors";
import type { ProductDetails } from "@/api/types";
import { AddToCartButton } from "@/features/cart/AddToCartButton";
import { openCartDrawer } from "@/features/cart/drawer";
import { productLink } from "@/features/products/links";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./ColumnHead.module.css";

interface Props {
  query: UseQueryResult<ProductDetails> | undefined;
  slug: string;
  onRemove: () => void;
}

/** The head of a product's column: its picture, title and "Add to cart", or why it is not shown. */
export function ColumnHead({ query, slug, onRemove }: Props) {
  const product = query?.data;
  const title = product?.title ?? slug;
  return (
    <div className={styles["head"]}>
      <button
        type="button"
        className={styles["remove"]}
        aria-label={t("compare.removeOf", { title })}
        title={t("compare.remove")}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
      {product ? (
        <>
          <Picture picture={product.images[0]} alt="" sizes="(max-width: 760px) 150px, 260px" />
          <Link to={productLink(slug)}>{title}</Link>
          <AddButton product={product} />
        </>
      ) : query?.error ? (
        <Missing gone={isNotFound(query.error)} retry={() => void query.refetch()} />
      ) : (
        <>
          <Skeleton ratio="4 / 5" />
          <Skeleton width="80%" height="1.2em" />
        </>
      )}
    </div>
  );
}

function Missing({ gone, retry }: { gone: boolean; retry: () => void }) {
  return (
    <div className={styles["missing"]}>
      <p>{t(gone ? "compare.gone" : "compare.failed")}</p>
      {!gone && (
        <Button variant="secondary" onClick={retry}>
          {t("action.tryAgain")}
        </Button>
      )}
    </div>
  );
}

/** "Add to cart" for a product with one SKU, "Choose options" for one with several. */
function AddButton({ product }: { product: ProductDetails }) {
  const { title, slug, skus, inStock, options, images } = product;
  if (!inStock) {
    return (
      <Button variant="secondary" fullWidth disabled>
        {t("product.soldOut")}
      </Button>
    );
  }
  const onlySku = skus.length === 1 && options.length === 0 ? skus[0] : undefined;
  const { price } = onlySku ?? product;
  return (
    <AddToCartButton
      card={{ title, slug, price, skuId: onlySku?.skuId ?? null, image: images[0] ?? null }}
      wide
      onAdded={openCartDrawer}
    />
  );
}
