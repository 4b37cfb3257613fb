import type { OrderDetails } from "@/api/types";
import { OrderHead } from "@/features/orders/OrderHead";
import { OrderView } from "@/features/orders/OrderView";

/** The confirmation of an order. */
export function OrderPage({ order }: { order: OrderDetails }) {
  return (
    <main className="wrap" id="content">
      <OrderHead order={order} placedHere listed={false} />
      <OrderView order={order} />
    </main>
  );
}
