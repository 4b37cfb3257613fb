import { memo, useContext } from "react";
import { Link } from "react-router";
import type { Card, SkuCard } from "@/api/types";
import { price as priceText } from "@/format/money";
import { list } from "@/format/number";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { Stars } from "@/ui/Stars/Stars";
import { CardCorner, CardFoot } from "./cardSlots";
import { productLink } from "../links";
import styles from "./ProductCard.module.css";

const MAX_SWATCHES = 5;
/** Cards of the first row on wide screens, and of the first two on phones. */
const FIRST_ROW = 4;
/** Cards whose pictures may be the largest of the first view: phones show two in a row. */
const LARGEST = 2;

interface Props {
  card: Card | SkuCard;
  sizes: string;
  /** Heading level of the title. */
  level?: 2 | 3;
  /** Its index in a list at the top of a page: the pictures of the first row load eagerly. */
  place?: number | undefined;
}

function loadingAt(place: number) {
  return { first: place < LARGEST, eager: place < FIRST_ROW };
}

/** Does not follow each change of its list, such as a filter that is pressed: a list has many. */
export const ProductCard = memo(function ProductCard(props: Props) {
  const { card, sizes, level = 3, place = Infinity } = props;
  const Name = `h${level}` as const;
  const corner = useContext(CardCorner);
  const foot = useContext(CardFoot);
  const { title, price, compareAtPrice, discountPercent, lowestPrice, inStock, stockNote } = card;
  return (
    <article className={styles["card"]}>
      <div className={styles["picture"]} data-sold-out={!inStock || undefined}>
        <Picture picture={card.image} alt="" sizes={sizes} {...loadingAt(place)} />
        {inStock && discountPercent > 0 ? (
          <span className={styles["tag"]}>
            {t("product.minusPercent", { percent: discountPercent })}
          </span>
        ) : null}
        {inStock && discountPercent === 0 && stockNote && (
          <span className={styles["tag"]}>{stockNote}</span>
        )}
        {!inStock && <span className={styles["tag"]}>{t("product.soldOut")}</span>}
      </div>
      <Name className={styles["name"]}>
        <Link className={styles["link"]} to={cardLink(card)}>
          {title}
        </Link>
      </Name>
      <Price now={price} before={compareAtPrice} from={card.priceVaries} />
      {lowestPrice && (
        <span className={styles["lowest"]}>
          {t("product.lowestPriceShort", { price: priceText(lowestPrice) })}
        </span>
      )}
      {card.ratingCount > 0 && (
        <span className={styles["rating"]}>
          <Stars value={card.averageRating} />
          <span aria-hidden="true">{card.ratingCount}</span>
        </span>
      )}
      <Swatches swatches={card.swatches} />
      <div className={styles["corner"]}>{corner(card)}</div>
      <div className={styles["foot"]}>{foot(card)}</div>
    </article>
  );
});

/** A card of one SKU links to that SKU, so that the page shows the card's price. */
function cardLink(card: Card | SkuCard): string {
  const isVariant = card.skuId !== null && "options" in card && card.options.length > 0;
  return productLink(card.slug) + (isVariant ? `?sku=${card.skuId}` : "");
}

function Swatches({ swatches }: { swatches: Card["swatches"] }) {
  if (swatches.length < 2) return null;
  const more = swatches.length - MAX_SWATCHES;
  return (
    <span
      className={styles["swatches"]}
      role="img"
      aria-label={t("product.swatches", { list: list(swatches.map(({ value }) => value)) })}
    >
      {swatches.slice(0, MAX_SWATCHES).map(({ value, colour }) => (
        <i key={value} style={{ background: colour }} />
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  );
}

export function ProductCardSkeleton() {
  return (
    <div className={styles["card"]}>
      <Skeleton ratio="4 / 5" className={styles["picture"]} />
      <Skeleton width="70%" height="1.2em" />
      <Skeleton width="30%" height="1.2em" />
    </div>
  );
}
