import { Suspense } from "react";
import { closeCartDrawer, useCartDrawer } from "@/features/cart/drawer";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { useOnNavigation } from "./useOnNavigation";

const CartDrawer = lazyRequired(async () => (await import("./CartDrawer")).CartDrawer);

/** Renders the cart drawer while it is open. */
export function CartDrawerOutlet() {
  const open = useCartDrawer((state) => state.open);
  useOnNavigation(closeCartDrawer);
  if (!open) return null;
  return (
    <Suspense>
      <CartDrawer onClose={closeCartDrawer} />
    </Suspense>
  );
}
