import { Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { closeCartDrawer, useCartDrawer } from "@/features/cart/drawer";
import { lazyRequired } from "@/ui/lazy/lazyRequired";

const CartDrawer = lazyRequired(async () => (await import("./CartDrawer")).CartDrawer);

/** Renders the cart drawer while it is open. */
export function CartDrawerOutlet() {
  const open = useCartDrawer((state) => state.open);
  const { key } = useLocation();
  useEffect(closeCartDrawer, [key]);
  if (!open) return null;
  return (
    <Suspense>
      <CartDrawer onClose={closeCartDrawer} />
    </Suspense>
  );
}
