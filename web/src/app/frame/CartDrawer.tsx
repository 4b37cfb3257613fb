import { useLocation, useNavigate } from "react-router";
import { CartDrawer as Drawer } from "@/features/cart/CartDrawer";
import { loginLink } from "@/features/signin/next";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { rememberWish } from "@/state/pendingWish";
import { laterPart } from "@/ui/Later/laterPart";

const CartSuggestions = laterPart(
  async () => (await import("@/features/recommendations/CartSuggestions")).CartSuggestions,
);

/** The cart drawer with what other features bring to it. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Drawer
      onClose={onClose}
      whenEmpty={<CartSuggestions lines={[]} most={3} />}
      action={(line) => (
        <MoveToWishlist
          line={line}
          onGuest={(skuId) => {
            rememberWish(skuId);
            void navigate(loginLink(pathname + search));
          }}
        />
      )}
    />
  );
}
