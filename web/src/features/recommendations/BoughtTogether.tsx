import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { Picture as ApiPicture, ProductDetails, SkuDetails } from "@/api/types";
import { CardPrice } from "@/features/products/cards/CardPrice";
import { productLink } from "@/features/products/links";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Section } from "@/ui/Section/Section";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import styles from "./BoughtTogether.module.css";
import { boughtTogetherQuery } from "./queries";
import { useBundle } from "./useBundle";

const OptionsSheet = lazyRequired(
  async () => (await import("@/features/cart/OptionsSheet")).OptionsSheet,
);

interface Props {
  product: ProductDetails;
  /** The SKU that is selected on the page. */
  sku: SkuDetails | undefined;
}

/** Products often bought with this one, to add all at once. Renders nothing if there are none. */
export function BoughtTogether({ product, sku }: Props) {
  const { data: cards = [] } = useQuery(boughtTogetherQuery({ productId: product.productId }));
  const bundle = useBundle(product, sku, cards);
  if (cards.length === 0) return null;
  const { count, choosing, isAdding } = bundle;
  const shown = sku ?? product;
  return (
    <Section id="bought-together" title={t("together.title")}>
      <ul className={styles["products"]}>
        <Item
          title={product.title}
          image={sku?.images[0] ?? product.images[0] ?? null}
          note={t("together.thisItem")}
          selected={bundle.isProductSelected}
          disabled={!shown.inStock}
          onToggle={(selected) => bundle.toggle(product.productId, selected)}
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
            selected={bundle.isSelected(card.productId)}
            onToggle={(selected) => bundle.toggle(card.productId, selected)}
          >
            <CardPrice card={card} />
          </Item>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="needs-script"
        disabled={count === 0}
        busy={bundle.isLoading || (isAdding && choosing === null)}
        onClick={() => void bundle.addAll()}
      >
        {t("together.addAll", { count })}
      </Button>
      {choosing && (
        <Suspense>
          <OptionsSheet
            products={choosing}
            action={t("together.addAll", { count })}
            busy={isAdding}
            onChoose={bundle.add}
            onClose={bundle.cancelChoosing}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface ItemProps {
  title: string;
  image: ApiPicture | null;
  /** Product to link to; left out for the product of the page. */
  slug?: string;
  note?: string;
  selected: boolean;
  disabled?: boolean;
  onToggle: (selected: boolean) => void;
  /** The price. */
  children: ReactNode;
}

function Item(props: ItemProps) {
  const { title, image, slug, note, selected, disabled = false, onToggle, children } = props;
  return (
    <li className={styles["item"]} data-unselected={!selected || undefined}>
      <Picture
        picture={image}
        alt=""
        sizes="(max-width: 760px) 88px, 220px"
        className={styles["picture"]}
      />
      <input
        type="checkbox"
        className="needs-script"
        aria-label={t("together.include", { title })}
        checked={selected}
        disabled={disabled}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <div className={styles["text"]}>
        {slug === undefined ? <span>{title}</span> : <Link to={productLink(slug)}>{title}</Link>}
        {note && <span className={styles["note"]}>{note}</span>}
        {children}
      </div>
    </li>
  );
}
