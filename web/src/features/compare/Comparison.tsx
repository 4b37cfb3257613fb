import "@/messages/later/productExtras";
import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { isNotFound } from "@/api/errors";
import type { ProductDetails } from "@/api/types";
import { price } from "@/format/money";
import { rating } from "@/format/number";
import { useAddToCart } from "@/features/cart/changes";
import { openCartDrawer } from "@/features/cart/drawer";
import { productLink } from "@/features/catalog/links";
import { productQuery } from "@/features/catalog/queries";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Stars } from "@/ui/Stars/Stars";
import { lazyPart } from "@/ui/lazyPart";
import styles from "./Comparison.module.css";
import { differs, propertyRows, type Row } from "./rows";

const QuickAddSheet = lazyPart(
  async () => (await import("@/features/cart/QuickAddSheet")).QuickAddSheet,
);

interface Props {
  slugs: readonly string[];
  onRemove: (slug: string) => void;
}

type Loaded = UseQueryResult<ProductDetails>;

/** Products side by side, property by property. */
export function Comparison({ slugs, onRemove }: Props) {
  const loaded = useQueries({ queries: slugs.map((slug) => productQuery(slug)) });
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const products = loaded.flatMap(({ data }) => (data ? [data] : []));
  const rows = rowsOf(products).filter((row) => !onlyDifferences || differs(row));
  /** Cells stand under their product, and those of one that is not there stay empty. */
  const cells = (row: ShownRow) => {
    let place = 0;
    return slugs.map((slug, index) => {
      const there = loaded[index]?.data !== undefined;
      const shown = there ? row.cells[place++] : null;
      return <td key={slug}>{shown}</td>;
    });
  };
  return (
    <>
      {products.length > 1 && (
        <label className={styles["switch"]}>
          <input
            type="checkbox"
            checked={onlyDifferences}
            onChange={(event) => setOnlyDifferences(event.target.checked)}
          />
          {t("compare.onlyDifferences")}
        </label>
      )}
      {/* The table scrolls by itself on a narrow screen, by keyboard as well. */}
      <div className={styles["scroll"]} role="region" aria-label={t("compare.table")} tabIndex={0}>
        <table className={styles["table"]} style={{ "--products": slugs.length } as object}>
          <thead>
            <tr>
              <td className={styles["corner"]}>
                <span className="visually-hidden">{t("compare.property")}</span>
              </td>
              {slugs.map((slug, index) => (
                <th key={slug} scope="col">
                  <Head loaded={loaded[index]} slug={slug} onRemove={() => onRemove(slug)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {onlyDifferences && rows.length === 0 && (
        <p className={styles["note"]}>{t("compare.noDifferences")}</p>
      )}
      {slugs.length === 1 && <p className={styles["note"]}>{t("compare.oneMore")}</p>}
    </>
  );
}

interface ShownRow extends Row {
  /** Apart from the property's name, which the shop chooses. */
  key: string;
  cells: ReactNode[];
}

/** What every product has, and below it what each says of itself. */
function rowsOf(products: readonly ProductDetails[]): ShownRow[] {
  const own = (key: string, name: string, of: (product: ProductDetails) => [string, ReactNode]) => {
    const pairs = products.map(of);
    return { key, name, texts: pairs.map(([text]) => text), cells: pairs.map(([, cell]) => cell) };
  };
  return [
    own("price", t("compare.price"), (product) => [priceText(product), <Cost {...{ product }} />]),
    own("rating", t("compare.rating"), ({ averageRating, ratingCount }) => [
      `${averageRating} ${ratingCount}`,
      ratingCount === 0 ? (
        t("compare.noRating")
      ) : (
        <span className={styles["rating"]}>
          <Stars value={averageRating} />
          {t("compare.ratingOf", { rating: rating(averageRating), count: ratingCount })}
        </span>
      ),
    ]),
    own("availability", t("compare.availability"), (product) => {
      const text = product.inStock
        ? (product.stockNote ?? t("product.inStock"))
        : t("product.soldOut");
      return [text, text];
    }),
    own("brand", t("compare.brand"), ({ brand }) => [
      brand?.name ?? "",
      brand?.name ?? <Unknown />,
    ]),
    ...propertyRows(products).map((row) => ({
      ...row,
      key: `property ${row.name}`,
      cells: row.texts.map((text) => text ?? <Unknown />),
    })),
  ];
}

function Unknown() {
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

function Cost({ product }: { product: ProductDetails }) {
  if (product.priceVaries) return <>{priceText(product)}</>;
  return <Price now={product.price} before={product.compareAtPrice} />;
}

interface HeadProps {
  loaded: Loaded | undefined;
  slug: string;
  onRemove: () => void;
}

/** The head of a column: the product, or what became of it. */
function Head({ loaded, slug, onRemove }: HeadProps) {
  const product = loaded?.data;
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
      ) : loaded?.error ? (
        <Missing gone={isNotFound(loaded.error)} retry={() => void loaded.refetch()} />
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
        <Button look="plain" onClick={retry}>
          {t("action.tryAgain")}
        </Button>
      )}
    </div>
  );
}

/** Adds the only SKU there is, or lets the shopper choose among several. */
function AddButton({ product }: { product: ProductDetails }) {
  const { title, slug, skus, inStock, options, images } = product;
  const [choosing, setChoosing] = useState(false);
  const adding = useAddToCart();
  const only = skus.length === 1 && options.length === 0 ? skus[0] : undefined;
  if (!inStock) {
    return (
      <Button look="plain" wide disabled>
        {t("product.soldOut")}
      </Button>
    );
  }
  return (
    <>
      <Button
        look="plain"
        wide
        busy={adding.isPending}
        aria-label={t(only ? "compare.addOf" : "compare.chooseOptionsOf", { title })}
        onClick={() =>
          only
            ? adding.mutate({ skuId: only.skuId, quantity: 1 }, { onSuccess: openCartDrawer })
            : setChoosing(true)
        }
      >
        {t(only ? "cart.add" : "compare.chooseOptions")}
      </Button>
      {choosing && (
        <Suspense>
          <QuickAddSheet
            card={{ title, slug, skuId: null, image: images[0] ?? null }}
            onAdded={openCartDrawer}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
