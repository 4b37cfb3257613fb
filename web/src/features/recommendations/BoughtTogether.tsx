import "@/messages/later/productExtras";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { Card, Picture as ApiPicture, ProductDetails, SkuDetails } from "@/api/types";
import { price } from "@/format/money";
import { useAddSeveral } from "@/features/cart/useAddSeveral";
import { productLink } from "@/features/catalog/links";
import { productQuery } from "@/features/catalog/queries";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Section } from "@/ui/Section/Section";
import { lazyPart } from "@/ui/lazyPart";
import styles from "./BoughtTogether.module.css";
import { boughtTogetherQuery } from "./queries";

const OptionsSheet = lazyPart(
  async () => (await import("@/features/cart/OptionsSheet")).OptionsSheet,
);

interface Props {
  product: ProductDetails;
  /** The one that is chosen on the page. */
  sku: SkuDetails | undefined;
}

/** What others bought with a product, to be added with it at once; nothing where nobody did. */
export function BoughtTogether({ product, sku }: Props) {
  const { data: cards = [] } = useQuery(boughtTogetherQuery({ productId: product.productId }));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [choosing, setChoosing] = useState<ProductDetails[] | null>(null);
  const [loading, setLoading] = useState(false);
  const queryClient = useQueryClient();
  const adding = useAddSeveral();
  if (cards.length === 0) return null;

  const shown = sku ?? product;
  const isIncluded = shown.inStock && !left.has(product.productId);
  const wanted = cards.filter(({ productId }) => !left.has(productId));
  const count = wanted.length + (isIncluded ? 1 : 0);
  const include = (productId: number, included: boolean) => {
    const next = new Set(left);
    if (included) next.delete(productId);
    else next.add(productId);
    setLeft(next);
  };
  const put = (chosen: readonly SkuDetails[]) => {
    const picked = new Map(chosen.map((one) => [slugOf(choosing, one), one.skuId]));
    const others = wanted.map(({ skuId, slug }) => skuId ?? picked.get(slug));
    const own = isIncluded ? (sku?.skuId ?? picked.get(product.slug)) : undefined;
    const skuIds = [own, ...others].filter((id) => id !== undefined);
    adding.mutate(skuIds, { onSuccess: () => setChoosing(null) });
  };
  const addAll = async () => {
    const open = wanted.filter(({ skuId }) => skuId === null);
    // Where prices differ, nothing is chosen on the page at first.
    const ownOpen = isIncluded && !sku ? [product] : [];
    if (open.length + ownOpen.length === 0) {
      put([]);
      return;
    }
    setLoading(true);
    try {
      const others = open.map(({ slug }) => queryClient.query(productQuery(slug)));
      setChoosing([...ownOpen, ...(await Promise.all(others))]);
    } catch (error) {
      tellFailure(sentenceOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Section title={t("together.title")}>
      <ul className={styles["products"]}>
        <Item
          title={product.title}
          image={sku?.images[0] ?? product.images[0] ?? null}
          note={t("together.thisItem")}
          included={isIncluded}
          disabled={!shown.inStock}
          onInclude={(included) => include(product.productId, included)}
        >
          <Price
            now={shown.price}
            before={shown.compareAtPrice}
            from={!sku && product.priceVaries}
          />
        </Item>
        {cards.map((card) => (
          <Item
            key={card.productId}
            title={card.title}
            slug={card.slug}
            image={card.image}
            included={!left.has(card.productId)}
            onInclude={(included) => include(card.productId, included)}
          >
            <CardPrice card={card} />
          </Item>
        ))}
      </ul>
      <Button
        look="plain"
        disabled={count === 0}
        busy={loading || (adding.isPending && choosing === null)}
        onClick={() => void addAll()}
      >
        {t("together.addAll", { count })}
      </Button>
      {choosing && (
        <Suspense>
          <OptionsSheet
            products={choosing}
            action={t("together.addAll", { count })}
            busy={adding.isPending}
            onChoose={put}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

function slugOf(products: readonly ProductDetails[] | null, { skuId }: SkuDetails): string {
  return products?.find(({ skus }) => skus.some((one) => one.skuId === skuId))?.slug ?? "";
}

function CardPrice({ card: { price: now, compareAtPrice, priceVaries } }: { card: Card }) {
  if (priceVaries) return <span>{t("product.priceFrom", { price: price(now) })}</span>;
  return <Price now={now} before={compareAtPrice} />;
}

interface ItemProps {
  title: string;
  image: ApiPicture | null;
  /** Where it leads; the product of the page leads nowhere. */
  slug?: string;
  note?: string;
  included: boolean;
  disabled?: boolean;
  onInclude: (included: boolean) => void;
  children: React.ReactNode;
}

function Item(props: ItemProps) {
  const { title, image, slug, note, included, disabled = false, onInclude, children } = props;
  return (
    <li className={styles["item"]} data-out={!included || undefined}>
      <Picture
        picture={image}
        alt=""
        sizes="(max-width: 760px) 88px, 220px"
        className={styles["picture"]}
      />
      <input
        type="checkbox"
        aria-label={t("together.include", { title })}
        checked={included}
        disabled={disabled}
        onChange={(event) => onInclude(event.target.checked)}
      />
      <div className={styles["words"]}>
        {slug === undefined ? <span>{title}</span> : <Link to={productLink(slug)}>{title}</Link>}
        {note && <span className={styles["note"]}>{note}</span>}
        {children}
      </div>
    </li>
  );
}
