import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { useToggleWishlistItem } from "./changes";
import { useWishlist } from "./queries";
import styles from "./WishlistButton.module.css";

interface Props {
  /** Null if the SKU is not known yet; `findSkuId` looks it up on the first click. */
  skuId: number | null;
  productId: number;
  findSkuId?: () => Promise<number | null>;
  look?: "floating" | "bordered";
}

/** Adds a SKU to the wishlist or removes it. */
export function WishlistButton({ skuId, productId, findSkuId, look = "floating" }: Props) {
  const { data: items = [] } = useWishlist();
  const toggle = useToggleWishlistItem();
  const item = items.find((card) =>
    skuId === null ? card.productId === productId : card.skuId === skuId,
  );
  const isSaved = toggle.isPending ? !toggle.variables.isSaved : item !== undefined;

  const onClick = async () => {
    // Not disabled while pending: a disabled button would lose the keyboard focus.
    if (toggle.isPending) return;
    const sku = item?.skuId ?? skuId ?? (await findSkuId?.()) ?? null;
    if (sku === null) return;
    toggle.mutate({ sku, isSaved: item !== undefined });
  };
  return (
    <button
      type="button"
      className={styles["button"]}
      data-look={look}
      aria-pressed={isSaved}
      aria-label={t(isSaved ? "wishlist.remove" : "wishlist.add")}
      aria-busy={toggle.isPending || undefined}
      onClick={() => void onClick()}
    >
      <Icon name="heart" filled={isSaved} />
    </button>
  );
}
