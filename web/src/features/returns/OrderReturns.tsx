import { useQuery } from "@tanstack/react-query";
import type { OrderDetails } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { returnsQuery } from "./queries";
import { Returns } from "./Returns";

/** The returns of an order; renders nothing if there are none. */
export function OrderReturns({
  order,
  orderKey,
}: {
  order: OrderDetails;
  orderKey: string | null;
}) {
  const visitor = useAppState(visitorOf);
  const ref = { visitor, orderId: order.orderId, key: orderKey };
  const { data } = useQuery(returnsQuery(ref, order.status));
  if (!data || data.items.length === 0) return null;
  return <Returns orderId={order.orderId} orderKey={orderKey} returns={data.items} />;
}
