import "@/messages/later/productExtras";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Link } from "react-router";
import type { Card } from "@/api/types";
import { price } from "@/format/money";
import { useAddToCart } from "@/features/cart/changes";
import { productLink } from "@/features/catalog/links";
import { bestSellersQuery, cardsQuery, productQuery } from "@/features/catalog/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/list";
import { MoveToCart } from "@/features/wishlist/Wishes";
import { useWishlist } from "@/features/wishlist/queries";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { lazyPart } from "@/ui/lazyPart";
import styles from "./CartSuggestions.module.css";
import { boughtTogetherQuery } from "./queries";

const QuickAddSheet = lazyPart(
  async () => (await import("@/features/cart/QuickAddSheet")).QuickAddSheet,
);

interface Line {
  skuId: number;
  slug: string;
}

interface Props {
  /** What is in the cart; it is not suggested again. */
  lines: readonly Line[];
  /** How many of each kind. */
  most: number;
}

/** What the shopper saved, what goes with the cart, and what they looked at; each once. */
export function CartSuggestions({ lines, most }: Props) {
  const { data: saved = [] } = useWishlist();
  const together = useTogether(lines);
  const viewedIds = useRecentlyViewed((state) => state.skuIds);
  const { data: viewed = [] } = useQuery(cardsQuery(viewedIds));
  const inCart = new Set(lines.map(({ skuId }) => skuId));
  const seen = new Set(lines.map(({ slug }) => slug));
  /** The first few that are to be had and stand nowhere above. */
  const fresh = <C extends Card>(cards: readonly C[]): C[] =>
    cards
      .filter(({ inStock, slug }) => inStock && !seen.has(slug) && seen.add(slug))
      .slice(0, most);
  // Another SKU of what is in the cart may well have been saved.
  const wishes = saved.filter(({ skuId, inStock }) => inStock && !inCart.has(skuId)).slice(0, most);
  wishes.forEach(({ slug }) => seen.add(slug));
  const beside = fresh(together);
  const lately = fresh(viewed);
  return (
    <div className={styles["suggestions"]}>
      <Cards title={t("suggestions.saved")} cards={wishes}>
        {(card) => <MoveToCart card={card} />}
      </Cards>
      <Cards
        title={t(lines.length > 0 ? "suggestions.together" : "suggestions.popular")}
        cards={beside}
      >
        {(card) => <AddButton card={card} />}
      </Cards>
      <Cards title={t("suggestions.viewed")} cards={lately}>
        {(card) => <AddButton card={card} />}
      </Cards>
    </div>
  );
}

/** What is bought with the cart; else what is like its first product; for an empty cart what sells. */
function useTogether(lines: readonly Line[]): readonly Card[] {
  const together = useQuery(boughtTogetherQuery({ skuIds: lines.map(({ skuId }) => skuId) }));
  const first = lines[0]?.slug;
  const none = together.isError || together.data?.length === 0;
  const related = useQuery({
    ...productQuery(first ?? ""),
    enabled: first !== undefined && none,
  });
  const popular = useQuery({ ...bestSellersQuery, enabled: first === undefined });
  if (first === undefined) return popular.data?.items ?? [];
  return none ? (related.data?.related ?? []) : (together.data ?? []);
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
            <div className={styles["words"]}>
              <Link to={productLink(card.slug)}>{card.title}</Link>
              <Options card={card} />
              {card.priceVaries ? (
                <span>{t("product.priceFrom", { price: price(card.price) })}</span>
              ) : (
                <Price now={card.price} before={card.compareAtPrice} />
              )}
            </div>
            <div className={styles["action"]}>{children(card)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which one it is, where the card is of a SKU. */
function Options({ card }: { card: Card }) {
  const { options = [] } = card as { options?: readonly { value: string }[] };
  if (options.length === 0) return null;
  return <span className={styles["options"]}>{options.map(({ value }) => value).join(" · ")}</span>;
}

/** Adds the only SKU there is, or lets the shopper choose among several. */
function AddButton({ card }: { card: Card }) {
  const { skuId, title } = card;
  const adding = useAddToCart();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button
        look="plain"
        busy={adding.isPending}
        aria-label={t(skuId === null ? "compare.chooseOptionsOf" : "compare.addOf", { title })}
        onClick={() => (skuId === null ? setChoosing(true) : adding.mutate({ skuId, quantity: 1 }))}
      >
        {t(skuId === null ? "compare.chooseOptions" : "cart.add")}
      </Button>
      {choosing && (
        <Suspense>
          <QuickAddSheet card={card} onAdded={ignore} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The cart beside it shows what was added. */
function ignore() {}
