import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError, errorMessageOr } from "@/api/errors";
import type { SkuCard } from "@/api/types";
import { useAddToCart } from "@/features/cart/changes";
import { productLink } from "@/features/products/links";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { reloadWishlist, removeFromWishlist } from "./changes";

/** Moves a wishlist item to the cart. */
export function MoveToCart({ card: { skuId, slug, inStock } }: { card: SkuCard }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const add = useAddToCart();
  const move = useMutation({
    mutationFn: async () => {
      await add.mutateAsync({ skuId, quantity: 1 });
      await removeFromWishlist(skuId);
    },
    onSuccess: () => showToast(t("wishlist.movedToCart")),
    onError: (error) => {
      // The product's page explains more, e.g. how to order a gift card.
      if (error instanceof ApiError && error.code === "unavailable") {
        void navigate(productLink(slug));
      }
      // A failure to add was already shown by `useAddToCart`.
      if (!add.isError) showErrorToast(errorMessageOr(error, t("wishlist.error")));
    },
    onSettled: () => reloadWishlist(queryClient),
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
