import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWantQuantity } from "@/features/cart/changes";
import { t } from "@/messages/t";
import { sentenceOr } from "@/api/errors";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { addWish } from "./changes";
import styles from "./MoveToWishlist.module.css";
import { wishlistKey } from "./queries";

interface Props {
  line: { skuId: number; quantity: number };
}

/** Keeps a thing of the cart for later. */
export function MoveToWishlist({ line: { skuId, quantity } }: Props) {
  const queryClient = useQueryClient();
  const wantQuantity = useWantQuantity();
  const move = useMutation({
    mutationFn: () => addWish(skuId),
    onSuccess: async () => {
      wantQuantity(skuId, 0);
      tell(t("wishlist.movedToWishlist"), {
        label: t("action.undo"),
        run: () => wantQuantity(skuId, quantity),
      });
      await queryClient.invalidateQueries({
        queryKey: wishlistKey(visitorOf(useAppState.getState())),
      });
    },
    onError: (error) => tellFailure(sentenceOr(error, t("wishlist.error"))),
  });
  return (
    <button
      type="button"
      className={styles["move"]}
      disabled={move.isPending}
      onClick={() => move.mutate()}
    >
      {t("wishlist.moveToWishlist")}
    </button>
  );
}
