import { t } from "../../../messages/t";
import { Money } from "../../../ui/Money";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import styles from "./collections.module.css";
import type { CollectionProduct } from "./queries";

const WIDTH = 80;

/** A product with its picture, price and whether shoppers see it. */
export function ProductLine({ product }: { product: CollectionProduct }) {
  const { image, title, price, inStock, onSale } = product;
  return (
    <div className={styles.product}>
      {image ? (
        <img src={pictureUrl(image.path, WIDTH)} alt="" width={40} height={40} loading="lazy" />
      ) : (
        <span className={styles.noPicture} />
      )}
      <span className={styles.productTitle}>{title}</span>
      <span className="small quiet nowrap">
        {onSale ? (inStock ? "" : t("storefront.outOfStock")) : t("storefront.notOnSale")}
      </span>
      {price ? <Money value={price} /> : null}
    </div>
  );
}
