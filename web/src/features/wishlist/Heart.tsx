import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { useWishChange } from "./changes";
import styles from "./Heart.module.css";
import { useWishlist } from "./queries";

interface Props {
  /** The SKU; null where it is only known once it is asked for, by `find`. */
  skuId: number | null;
  productId: number;
  find?: () => Promise<number | null>;
  look?: "floating" | "bordered";
}

/** Wishes for a thing, or takes the wish back. */
export function Heart({ skuId, productId, find, look = "floating" }: Props) {
  const { data: wishes = [] } = useWishlist();
  const change = useWishChange();
  const wish = wishes.find((card) =>
    skuId === null ? card.productId === productId : card.skuId === skuId,
  );
  const wished = change.isPending ? !change.variables.wished : wish !== undefined;

  const toggle = async () => {
    // Not disabled meanwhile: whoever came here by keyboard would lose their place.
    if (change.isPending) return;
    const sku = wish?.skuId ?? skuId ?? (await find?.()) ?? null;
    if (sku === null) return;
    change.mutate({ sku, wished: wish !== undefined });
  };
  return (
    <button
      type="button"
      className={styles["heart"]}
      data-look={look}
      aria-pressed={wished}
      aria-label={t(wished ? "wishlist.remove" : "wishlist.add")}
      aria-busy={change.isPending || undefined}
      onClick={() => void toggle()}
    >
      <Icon name="heart" filled={wished} />
    </button>
  );
}
