import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Card } from "@/api/types";
import { AddToCartButton } from "@/features/cart/AddToCartButton";
import { CardPrice } from "@/features/products/cards/CardPrice";
import { productLink } from "@/features/products/links";
import { cardsQuery, productQuery } from "@/features/products/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { bestSellersQuery } from "@/features/search/queries";
import { MoveToCart } from "@/features/wishlist/MoveToCart";
import { useWishlist } from "@/features/wishlist/queries";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./CartSuggestions.module.css";
import { boughtTogetherQuery } from "./queries";

interface Line {
  skuId: number;
  slug: string;
}

interface Props {
  /** The lines of the cart, which are not suggested again. */
  lines: readonly Line[];
  /** The number of cards in each section. */
  most: number;
}

/** The wishlist, products that go with the cart and recently viewed products, each product once. */
export function CartSuggestions({ lines, most }: Props) {
  const { data: wishlist = [] } = useWishlist();
  const related = useRelated(lines);
  const viewedIds = useRecentlyViewed((state) => state.skuIds);
  const { data: viewed = [] } = useQuery(cardsQuery(viewedIds));
  const inCart = new Set(lines.map(({ skuId }) => skuId));
  const shownSlugs = new Set(lines.map(({ slug }) => slug));
  /** The first cards that are in stock and not shown yet. */
  const takeNew = (cards: readonly Card[]): Card[] =>
    cards
      .filter(({ inStock, slug }) => inStock && !shownSlugs.has(slug) && shownSlugs.add(slug))
      .slice(0, most);
  // By SKU: the shopper may have saved another variant of a product in the cart.
  const saved = wishlist
    .filter(({ skuId, inStock }) => inStock && !inCart.has(skuId))
    .slice(0, most);
  saved.forEach(({ slug }) => shownSlugs.add(slug));
  const newRelated = takeNew(related);
  const newViewed = takeNew(viewed);
  return (
    <div className={styles["suggestions"]}>
      <Cards title={t("suggestions.saved")} cards={saved}>
        {(card) => <MoveToCart card={card} />}
      </Cards>
      <Cards
        title={t(lines.length > 0 ? "suggestions.together" : "suggestions.popular")}
        cards={newRelated}
      >
        {(card) => <AddToCartButton card={card} />}
      </Cards>
      <Cards title={t("suggestions.viewed")} cards={newViewed}>
        {(card) => <AddToCartButton card={card} />}
      </Cards>
    </div>
  );
}

/**
 * Products often bought with the cart. If there are none, products related to the first line; for an
 * empty cart, best sellers.
 */
function useRelated(lines: readonly Line[]): readonly Card[] {
  const together = useQuery(boughtTogetherQuery({ skuIds: lines.map(({ skuId }) => skuId) }));
  const firstSlug = lines[0]?.slug;
  const isEmpty = together.isError || together.data?.length === 0;
  const firstProduct = useQuery({
    ...productQuery(firstSlug ?? ""),
    enabled: firstSlug !== undefined && isEmpty,
  });
  const bestSellers = useQuery({ ...bestSellersQuery, enabled: firstSlug === undefined });
  if (firstSlug === undefined) return bestSellers.data?.items ?? [];
  return isEmpty ? (firstProduct.data?.related ?? []) : (together.data ?? []);
}

interface CardsProps<C extends Card> {
  title: string;
  cards: readonly C[];
  children: (card: C) => ReactNode;
}

function Cards<C extends Card>({ title, cards, children }: CardsProps<C>) {
  const id = useId();
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles["title"]}>
        {title}
      </h2>
      <ul className={styles["cards"]}>
        {cards.map((card) => (
          <li key={card.skuId ?? card.slug}>
            <Picture picture={card.image} alt="" sizes="96px" className={styles["picture"]} />
            <div className={styles["text"]}>
              <Link to={productLink(card.slug)}>{card.title}</Link>
              <Options card={card} />
              <CardPrice card={card} />
            </div>
            <div className={styles["action"]}>{children(card)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The options of a SKU's card; nothing for a product's card. */
function Options({ card }: { card: Card }) {
  const { options = [] } = card as { options?: readonly { value: string }[] };
  if (options.length === 0) return null;
  return <span className={styles["options"]}>{options.map(({ value }) => value).join(" · ")}</span>;
}
