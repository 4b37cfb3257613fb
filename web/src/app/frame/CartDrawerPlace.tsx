import { Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { closeCartDrawer, useCartDrawer } from "@/features/cart/drawer";
import { lazyPart } from "@/ui/lazyPart";

const CartDrawer = lazyPart(async () => (await import("./CartDrawer")).CartDrawer);

/** Where the cart drawer opens; its module is fetched the first time it does. */
export function CartDrawerPlace() {
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
