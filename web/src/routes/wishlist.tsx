import { WishlistItems } from "@/features/wishlist/WishlistItems";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";

export function Component() {
  useDocumentTitle(t("wishlist.title"));
  return <WishlistItems />;
}
