import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { ProductDetails, SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { BackLink } from "@/ui/BackLink/BackLink";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import { Price } from "@/ui/Price/Price";
import { Stars } from "@/ui/Stars/Stars";
import { Details } from "./Details";
import { Gallery } from "./Gallery";
import { OptionPicker } from "./OptionPicker";
import { type Choice, choiceOf, picturesFor, skuOf } from "./options";
import styles from "./ProductPage.module.css";

interface Props {
  product: ProductDetails;
  /** The SKU that is chosen; none before the shopper has chosen among prices that differ. */
  sku: SkuDetails | undefined;
  /** The shopper wants to buy and has to choose first. */
  asksToChoose: boolean;
  onChoose: (sku: SkuDetails) => void;
  /** What comes after the catalogue: buying and wishing, delivery, reviews, what else was seen. */
  actions: ReactNode;
  /** By when it arrives, beside the price. */
  arrival: ReactNode;
  /** What helps to choose an option, by the option's name. */
  optionAside?: (option: string) => ReactNode;
  delivery: ReactNode;
  below: ReactNode;
}

export function ProductPage(props: Props) {
  const { product, sku, asksToChoose, onChoose } = props;
  const { actions, arrival, optionAside, delivery, below } = props;
  const { title, options, skus, images, breadcrumbs } = product;
  const chosen = sku ? choiceOf(sku.options) : {};
  const choose = (choice: Choice) => {
    const next = skuOf(skus, choice);
    if (next) onChoose(next);
  };
  return (
    <main className="wrap" id="content">
      <div className={styles["way"]}>
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
        <Gallery title={title} pictures={picturesFor(images, chosen)} />
        <div className={styles["buy"]}>
          <Heading product={product} />
          <div className={styles["offer"]}>
            <Prices product={product} sku={sku} />
            {arrival && <div className={styles["arrival"]}>{arrival}</div>}
          </div>
          {options.map((option) => (
            <OptionPicker
              key={option.name}
              option={option}
              skus={skus}
              choice={chosen}
              onChange={choose}
              aside={optionAside?.(option.name)}
            />
          ))}
          {asksToChoose && !sku && options[0] && (
            <p className={styles["choose"]} role="alert">
              {t("product.chooseOption", { option: options[0].name })}
            </p>
          )}
          {actions}
          <Details product={product} sku={sku?.sku ?? ""} delivery={delivery} />
        </div>
      </div>
      {below}
    </main>
  );
}

function Heading({ product }: { product: ProductDetails }) {
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
          t("stars.none")
        )}
      </a>
      {summary && <p className={styles["summary"]}>{summary}</p>}
    </div>
  );
}

function Prices({ product, sku }: { product: ProductDetails; sku: SkuDetails | undefined }) {
  const shown = sku ?? product;
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
      <StockNote sku={sku} />
    </div>
  );
}

function StockNote({ sku }: { sku: SkuDetails | undefined }) {
  if (!sku) return null;
  if (!sku.inStock) {
    return <p className={styles["soldOut"]}>{t("product.outOfStock")}</p>;
  }
  return sku.stockNote ? (
    <p className={styles["few"]}>{sku.stockNote}</p>
  ) : (
    <p className={styles["inStock"]}>{t("product.inStock")}</p>
  );
}

/** Remembers how many, starting again at one with each SKU. */
export function useQuantity(sku: SkuDetails | undefined) {
  const [state, setState] = useState({ skuId: sku?.skuId, quantity: 1 });
  const quantity = state.skuId === sku?.skuId ? state.quantity : 1;
  return [quantity, (next: number) => setState({ skuId: sku?.skuId, quantity: next })] as const;
}
