import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderDetails } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import type { OrderRef } from "./orderRef";
import { orderQuery } from "./queries";

async function showOrder(queryClient: QueryClient, { key }: OrderRef, order: OrderDetails) {
  const visitor = visitorOf(useAppState.getState());
  queryClient.setQueryData(orderQuery(visitor, order.orderId, key).queryKey, order);
  await queryClient.invalidateQueries({ queryKey: ["orders"] });
  await queryClient.invalidateQueries({ queryKey: ["wallet"] });
}

/** A change that the server answers with the order: shows it, and reloads what depends on it. */
export function useOrderMutation<Variables = void>(
  ref: OrderRef,
  change: (variables: Variables) => Promise<OrderDetails>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => showOrder(queryClient, ref, order),
    // The order may have changed in the meantime, which is why the change failed.
    onError: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}
