import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CART_SCOPE, setCartQuantity, useSetQuantity } from "@/features/cart/changes";
import {
  clearOptimisticQuantity,
  setOptimisticQuantity,
} from "@/features/cart/optimisticQuantities";
import { t } from "@/messages/t";
import { errorMessageOr } from "@/api/errors";
import { showToast, showErrorToast } from "@/state/toasts";
import { addToWishlist, reloadWishlist } from "./changes";
import styles from "./MoveToWishlist.module.css";

interface Props {
  line: { skuId: number; quantity: number };
}

/** Moves a cart line to the wishlist. It leaves the cart at once, and comes back if that fails. */
export function MoveToWishlist({ line: { skuId, quantity } }: Props) {
  const queryClient = useQueryClient();
  const setQuantity = useSetQuantity();
  const { mutate } = useMutation({
    mutationFn: async () => {
      try {
        await addToWishlist(skuId);
        await setCartQuantity(queryClient, skuId, 0);
      } finally {
        clearOptimisticQuantity(skuId, 0);
      }
    },
    scope: CART_SCOPE,
    onSuccess: () => {
      showToast(t("wishlist.movedToWishlist"), {
        label: t("action.undo"),
        run: () => setQuantity(skuId, quantity),
      });
      return reloadWishlist(queryClient);
    },
    onError: (error) => showErrorToast(errorMessageOr(error, t("wishlist.error"))),
  });
  const move = () => {
    setOptimisticQuantity(skuId, 0);
    mutate();
  };
  return (
    <button type="button" className={styles["move"]} onClick={move}>
      {t("wishlist.moveToWishlist")}
    </button>
  );
}
