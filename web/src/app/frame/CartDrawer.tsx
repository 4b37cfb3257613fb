import { CartDrawer as Drawer } from "@/features/cart/CartDrawer";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";
import { laterPart } from "@/ui/Later/laterPart";

const CartSuggestions = laterPart(
  async () => (await import("@/features/recommendations/CartSuggestions")).CartSuggestions,
);

/** The cart drawer with what other features bring to it. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      onClose={onClose}
      whenEmpty={<CartSuggestions lines={[]} most={3} />}
      action={(line) => <MoveToWishlist line={line} />}
    />
  );
}
