import { useNavigate } from "react-router";
import { CartDrawer as Drawer } from "@/features/cart/CartDrawer";
import { loginLink } from "@/features/signin/next";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { useHere } from "@/state/addressSearch";
import { rememberWish } from "@/state/pendingWish";

/** The cart drawer with what other features bring to it. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const here = useHere();
  return (
    <Drawer
      onClose={onClose}
      action={(line) => (
        <MoveToWishlist
          line={line}
          onGuest={(skuId) => {
            rememberWish(skuId);
            void navigate(loginLink(here));
          }}
        />
      )}
    />
  );
}
