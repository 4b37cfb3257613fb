import { useState } from "react";
import { errorMessageOr } from "@/api/errors";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";
import { Icon } from "@/ui/Icon/Icon";
import { useShownFirst } from "@/ui/lazy/useShownFirst";
import { useOptimisticWishlist } from "./optimisticWishlist";
import { useSavedSku } from "./queries";
import { preloadChanges, useSaveToWishlist } from "./useSaveToWishlist";
import styles from "./WishlistButton.module.css";
import { cx } from "@/ui/cx";

interface Props {
  /** Null if the SKU is not known yet; `findSkuId` looks it up on the first click. */
  skuId: number | null;
  productId: number;
  findSkuId?: () => Promise<number | null>;
  look?: "floating" | "bordered";
}

/** Adds a SKU to the wishlist or removes it. */
export function WishlistButton({ skuId, productId, findSkuId, look = "floating" }: Props) {
  const [foundSku, setFoundSku] = useState<number | null>(null);
  const savedSku = useSavedSku(skuId, productId, foundSku);
  const save = useSaveToWishlist();
  const [isLookingUp, setLookingUp] = useState(false);
  const sku = savedSku ?? skuId ?? foundSku;
  const changed = useOptimisticWishlist(({ saved }) => (sku === null ? undefined : saved.get(sku)));
  const isSaved = isLookingUp || (changed ?? savedSku !== null);

  const lookUpAndSave = async () => {
    setLookingUp(true);
    try {
      const found = (await findSkuId?.()) ?? null;
      setFoundSku(found);
      if (found !== null) save(found, true);
    } catch (error) {
      showErrorToast(errorMessageOr(error, t("wishlist.error")));
    }
    setLookingUp(false);
  };
  const [shown, show] = useShownFirst(isSaved, (next) => {
    if (sku !== null) save(sku, next);
    else if (next) void lookUpAndSave();
  });
  return (
    <button
      type="button"
      className={cx(styles["button"], "needs-script")}
      data-look={look}
      aria-pressed={shown}
      aria-label={t(shown ? "wishlist.remove" : "wishlist.add")}
      aria-busy={isLookingUp || changed !== undefined || undefined}
      onPointerEnter={preloadChanges}
      onFocus={preloadChanges}
      onClick={() => isLookingUp || show(!shown)}
    >
      <Icon name="heart" filled={shown} />
    </button>
  );
}
