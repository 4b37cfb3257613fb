import { CartDrawer as Drawer } from "@/features/cart/CartDrawer";
import { MoveToWishlist } from "@/features/wishlist/MoveToWishlist";

/** The cart drawer with what other features bring to it. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  return <Drawer onClose={onClose} action={(line) => <MoveToWishlist line={line} />} />;
}
