import type { ReactNode } from "react";
import type { ProductDetails } from "@/api/types";
import { CardPrice } from "@/features/products/cards/CardPrice";
import { price } from "@/format/money";
import { rating } from "@/format/number";
import { t } from "@/messages/t";
import { Stars } from "@/ui/Stars/Stars";
import styles from "./Comparison.module.css";
import { propertyRows, type Row } from "./rows";

export interface ComparisonRow extends Row {
  /** Unique, unlike the name, which the shop chooses. */
  key: string;
  /** One for each product. */
  cells: ReactNode[];
}

/** The rows of the table: what every product has, then each product's own properties. */
export function comparisonRows(products: readonly ProductDetails[]): ComparisonRow[] {
  const row = (
    key: string,
    name: string,
    cellOf: (product: ProductDetails) => [text: string, cell: ReactNode],
  ): ComparisonRow => {
    const cells = products.map(cellOf);
    return { key, name, texts: cells.map(([text]) => text), cells: cells.map(([, cell]) => cell) };
  };
  return [
    row("price", t("compare.price"), (product) => [
      priceText(product),
      <CardPrice card={product} />,
    ]),
    row("rating", t("compare.rating"), (product) => [
      `${product.averageRating} ${product.ratingCount}`,
      <Rating product={product} />,
    ]),
    row("availability", t("compare.availability"), (product) => {
      const text = availability(product);
      return [text, text];
    }),
    row("brand", t("compare.brand"), ({ brand }) => [
      brand?.name ?? "",
      brand?.name ?? <NotSpecified />,
    ]),
    ...propertyRows(products).map(({ name, texts }) => ({
      key: `property ${name}`,
      name,
      texts,
      cells: texts.map((text) => text ?? <NotSpecified />),
    })),
  ];
}

function availability({ inStock, stockNote }: ProductDetails): string {
  return inStock ? (stockNote ?? t("product.inStock")) : t("product.soldOut");
}

function Rating({ product: { averageRating, ratingCount } }: { product: ProductDetails }) {
  if (ratingCount === 0) return t("compare.noRating");
  return (
    <span className={styles["rating"]}>
      <Stars value={averageRating} />
      {t("compare.ratingOf", { rating: rating(averageRating), count: ratingCount })}
    </span>
  );
}

function NotSpecified() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("compare.nothing")}</span>
    </>
  );
}

function priceText({ price: now, priceVaries }: ProductDetails): string {
  return priceVaries ? t("product.priceFrom", { price: price(now) }) : price(now);
}
