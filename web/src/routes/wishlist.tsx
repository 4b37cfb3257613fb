import { Wishes } from "@/features/wishlist/Wishes";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";

export function Component() {
  useTitle(t("wishlist.title"));
  return <Wishes />;
}
