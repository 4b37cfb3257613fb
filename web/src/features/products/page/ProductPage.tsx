import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { BackLink } from "@/ui/BackLink/BackLink";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import { Price } from "@/ui/Price/Price";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Stars } from "@/ui/Stars/Stars";
import { Details } from "./Details";
import { Gallery } from "./Gallery";
import { OptionPickers } from "../options/OptionPickers";
import { toChoice, imagesForChoice } from "../options/options";
import styles from "./ProductPage.module.css";

interface Props {
  product: ProductDetails;
  /** Whether `product` is only what its card told: skeletons stand in for the rest. */
  pending?: boolean;
  /** The selected SKU; undefined until the shopper has chosen a price. */
  sku: SkuDetails | undefined;
  /** Whether to ask the shopper to choose an option. */
  showsChoiceHint: boolean;
  onChoose: (sku: SkuDetails) => void;
  // Parts of features that products must not import.
  actions: ReactNode;
  /** The delivery estimate, beside the price. */
  arrival: ReactNode;
  /** Content beside an option, by the option's name. */
  optionAside?: (option: string) => ReactNode;
  /** The delivery methods, in the delivery section. */
  delivery: ReactNode;
  /** Sections below the product. */
  below: ReactNode;
}

export function ProductPage(props: Props) {
  const { product, pending = false, sku, showsChoiceHint, onChoose } = props;
  const { actions, arrival, optionAside, delivery, below } = props;
  const { title, options, images, breadcrumbs } = product;
  const choice = sku ? toChoice(sku.options) : {};
  return (
    <main className="wrap" id="content" aria-busy={pending || undefined}>
      <div className={styles["path"]}>
        <BackLink />
        <Breadcrumbs
          crumbs={[
            { title: t("frame.home"), link: "/" },
            ...breadcrumbs.filter(({ slug }) => slug !== product.slug),
            { title },
          ]}
        />
      </div>
      <div className={styles["product"]}>
        <Gallery
          title={title}
          pictures={imagesForChoice(images, choice)}
          media={product.media}
          loading={pending}
        />
        <div className={styles["buy"]}>
          <Heading product={product} pending={pending} />
          <div className={styles["offer"]}>
            <Prices product={product} pending={pending} sku={sku} />
            {(arrival || (pending && product.inStock)) && (
              <div className={styles["arrival"]}>{arrival}</div>
            )}
          </div>
          {pending ? (
            <OptionSkeletons count={sku?.options.length ?? 1} />
          ) : (
            <OptionPickers product={product} sku={sku} onChoose={onChoose} aside={optionAside} />
          )}
          {showsChoiceHint && !sku && options[0] && (
            <p className={styles["hint"]} role="alert">
              {t("product.chooseOption", { option: options[0].name })}
            </p>
          )}
          {actions}
          {pending ? (
            <Skeleton height="180px" />
          ) : (
            <Details product={product} sku={sku?.sku ?? ""} delivery={delivery} />
          )}
        </div>
      </div>
      {below}
    </main>
  );
}

function OptionSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={styles["option"]}>
      <Skeleton width="30%" />
      <Skeleton height="46px" />
    </div>
  ));
}

interface PartProps {
  product: ProductDetails;
  pending: boolean;
}

function Heading({ product, pending }: PartProps) {
  const { brand, title, summary, averageRating, ratingCount } = product;
  return (
    <div>
      {brand && <p className={styles["brand"]}>{brand.name}</p>}
      <h1 className={styles["title"]}>{title}</h1>
      <a className={styles["rating"]} href="#reviews">
        {ratingCount > 0 ? (
          <>
            <Stars value={averageRating} />
            <span>
              {rating(averageRating)} · {t("product.reviewsLink", { count: ratingCount })}
            </span>
          </>
        ) : (
          // A suggestion has no rating.
          !pending && t("stars.none")
        )}
      </a>
      {summary && <p className={styles["summary"]}>{summary}</p>}
      {pending && (
        <p className={styles["summary"]}>
          <Skeleton height="1lh" />
        </p>
      )}
    </div>
  );
}

function Prices({ product, pending, sku }: PartProps & { sku: SkuDetails | undefined }) {
  const shown = sku ?? product;
  // Where all SKUs cost the same, one is selected as soon as they are known.
  const stocked = sku ?? (pending && !product.priceVaries ? product : undefined);
  return (
    <div className={styles["prices"]} aria-live="polite">
      <Price
        size="page"
        now={shown.price}
        before={shown.compareAtPrice}
        percentOff={shown.discountPercent}
        from={!sku && product.priceVaries}
      />
      {shown.lowestPrice && (
        <p className={styles["lowest"]}>
          {t("product.lowestPrice", { price: price(shown.lowestPrice) })}
        </p>
      )}
      {product.sale && (
        <Link className={styles["sale"]} to={product.sale.link}>
          {t("product.partOfSale", { sale: product.sale.title })}
        </Link>
      )}
      <StockStatus sku={stocked} />
    </div>
  );
}

function StockStatus({ sku }: { sku: Pick<SkuDetails, "inStock" | "stockNote"> | undefined }) {
  if (!sku) return null;
  if (!sku.inStock) {
    return <p className={styles["soldOut"]}>{t("product.outOfStock")}</p>;
  }
  return sku.stockNote ? (
    <p className={styles["lowStock"]}>{sku.stockNote}</p>
  ) : (
    <p className={styles["inStock"]}>{t("product.inStock")}</p>
  );
}
