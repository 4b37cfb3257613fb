import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWantQuantity } from "@/features/cart/changes";
import { t } from "@/messages/t";
import { sentenceOr } from "@/api/errors";
import { isLoggedIn, useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { addWish } from "./changes";
import styles from "./MoveToWishlist.module.css";
import { wishlistKey } from "./queries";

interface Props {
  line: { skuId: number; quantity: number };
  /** Called where a guest has to sign in before the wish can be made. */
  onGuest: (skuId: number) => void;
}

/** Keeps a thing of the cart for later. */
export function MoveToWishlist({ line: { skuId, quantity }, onGuest }: Props) {
  const loggedIn = useAppState(isLoggedIn);
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
      onClick={() => (loggedIn ? move.mutate() : onGuest(skuId))}
    >
      {t("wishlist.moveToWishlist")}
    </button>
  );
}
