import { Link } from "react-router";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./GiftLines.module.css";
import { giftsOf } from "./gifts";
import { useCartQuote } from "./cartQuote";

/** Free items that discounts add; they depend on the cart and cannot be edited. */
export function GiftLines() {
  const { data: quote } = useCartQuote();
  const gifts = quote === undefined ? [] : giftsOf(quote);
  if (gifts.length === 0) return null;
  return (
    <ul className={styles["gifts"]} aria-label={t("discount.gifts")}>
      {gifts.map(({ line: { skuId, slug, title, image, options, compareAtPrice }, name }) => (
        <li key={`${skuId} ${name}`} className={styles["gift"]}>
          <Picture picture={image} alt="" sizes="96px" className={styles["picture"]} />
          <span className={styles["text"]}>
            <Link className={styles["name"]} to={`/products/${encodeURIComponent(slug)}`}>
              {title}
            </Link>
            {options.length > 0 && (
              <span className={styles["quiet"]}>
                {options.map(({ value }) => value).join(" · ")}
              </span>
            )}
            <span className={styles["quiet"]}>{name}</span>
          </span>
          <span className={styles["price"]}>
            {compareAtPrice !== null && <s>{exact(compareAtPrice)}</s>}
            <span>{t("discount.free")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
