import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError, errorMessageOr } from "@/api/errors";
import type { SkuCard } from "@/api/types";
import { useAddToCart } from "@/features/cart/changes";
import { lineOfCard } from "@/features/cart/pendingAdditions";
import { productLink } from "@/features/products/links";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { reloadWishlist, removeFromWishlist } from "./changes";
import { clearOptimisticallySaved, setOptimisticallySaved } from "./optimisticWishlist";

/** Moves a wishlist item to the cart. It leaves the list at once, and comes back if that fails. */
export function MoveToCart({ card }: { card: SkuCard }) {
  const { skuId, slug, inStock } = card;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const add = useAddToCart();
  // The item with this button is gone at once: what follows is not left to the component.
  const move = useMutation({
    mutationFn: async () => {
      setOptimisticallySaved(skuId, false);
      let isAdded = false;
      try {
        await add.mutateAsync({ skuId, quantity: 1, line: lineOfCard(card) });
        isAdded = true;
        await removeFromWishlist(skuId);
        showToast(t("wishlist.movedToCart"));
      } catch (error) {
        // A failure to add was already shown by `useAddToCart`.
        if (isAdded) showErrorToast(errorMessageOr(error, t("wishlist.error")));
        // The product's page explains more, e.g. how to order a gift card.
        if (error instanceof ApiError && error.code === "unavailable") {
          void navigate(productLink(slug));
        }
      } finally {
        await reloadWishlist(queryClient);
        clearOptimisticallySaved(skuId, false);
      }
    },
  });
  return (
    <Button
      variant="secondary"
      fullWidth
      disabled={!inStock}
      busy={move.isPending}
      onClick={() => move.mutate()}
    >
      {inStock ? t("wishlist.moveToCart") : t("product.soldOut")}
    </Button>
  );
}
