import { CartDrawer as Drawer } from "@/features/cart/CartDrawer";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { lazyOptional } from "@/ui/lazy/lazyOptional";

const CartSuggestions = lazyOptional(
  async () => (await import("@/features/recommendations/CartSuggestions")).CartSuggestions,
);

/** The cart drawer with content of features that the cart cannot import. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      onClose={onClose}
      whenEmpty={<CartSuggestions lines={[]} most={3} />}
      action={(line) => <MoveToWishlist line={line} />}
    />
  );
}
