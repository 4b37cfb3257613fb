import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "@/messages/t";
import { Icon } from "@/ui/Icon/Icon";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import { useWishlist } from "./queries";
import styles from "./WishlistButton.module.css";

const loadChanges = () => import("./changes");
const preload = () => void loadChanges().catch(() => undefined);

interface Props {
  /** Null if the SKU is not known yet; `findSkuId` looks it up on the first click. */
  skuId: number | null;
  productId: number;
  findSkuId?: () => Promise<number | null>;
  look?: "floating" | "bordered";
}

/** Adds a SKU to the wishlist or removes it. The code for that is loaded when the button is about to be used. */
export function WishlistButton({ skuId, productId, findSkuId, look = "floating" }: Props) {
  const queryClient = useQueryClient();
  const { data: items = [] } = useWishlist();
  /** What the button shows until a change is done. */
  const [pending, setPending] = useState<{ isSaved: boolean } | null>(null);
  const item = items.find((card) =>
    skuId === null ? card.productId === productId : card.skuId === skuId,
  );
  const isSaved = pending?.isSaved ?? item !== undefined;

  const onClick = async () => {
    // Not disabled while pending: a disabled button would lose the keyboard focus.
    if (pending !== null) return;
    setPending({ isSaved: !isSaved });
    const [changes, sku] = await Promise.all([
      loadChanges().catch(showLoadError),
      item?.skuId ?? skuId ?? findSkuId?.().catch(() => null) ?? null,
    ]);
    if (changes && sku !== null) await changes.toggleWishlistItem(queryClient, { sku, isSaved });
    setPending(null);
  };
  return (
    <button
      type="button"
      className={styles["button"]}
      data-look={look}
      aria-pressed={isSaved}
      aria-label={t(isSaved ? "wishlist.remove" : "wishlist.add")}
      aria-busy={pending !== null || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void onClick()}
    >
      <Icon name="heart" filled={isSaved} />
    </button>
  );
}
