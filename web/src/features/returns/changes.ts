import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask, askData } from "@/api/client";
import type { ContactInput, OrderDetails, ReturnInput } from "@/api/types";
import type { OrderAddressed } from "@/features/orders/changes";
import { orderQuery } from "@/features/orders/queries";
import { useAppState, visitorOf } from "@/state/appState";
import { saveFile } from "./saveFile";

const withKey = ({ orderId, key }: OrderAddressed) => ({
  path: { orderId },
  query: key === null ? {} : { key },
});

/** Shows the order that an answer brought, and asks anew for all that hangs on it. */
function useShowOrder() {
  const queryClient = useQueryClient();
  return async (order: OrderDetails, { key }: OrderAddressed) => {
    const visitor = visitorOf(useAppState.getState());
    queryClient.setQueryData(orderQuery(visitor, order.orderId, key).queryKey, order);
    await queryClient.invalidateQueries({ queryKey: ["orders"] });
    await queryClient.invalidateQueries({ queryKey: ["wallet"] });
  };
}

function useAskAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["orders"] });
}

export interface Pieces {
  lineId: number;
  quantity: number;
}

/** Cancels some lines; `idempotencyKey` makes a second click the same click. */
export function useCancelLines(addressed: OrderAddressed, idempotencyKey: string) {
  const show = useShowOrder();
  const again = useAskAgain();
  return useMutation({
    mutationFn: (lines: Pieces[]) =>
      ask(
        api.POST("/api/orders/{orderId}/cancel", {
          params: { ...withKey(addressed), header: { "Idempotency-Key": idempotencyKey } },
          body: { lines },
        }),
      ),
    onSuccess: (order) => show(order, addressed),
    onError: again,
  });
}

export function useRequestReturn(addressed: OrderAddressed, idempotencyKey: string) {
  const show = useShowOrder();
  const again = useAskAgain();
  return useMutation({
    mutationFn: (body: ReturnInput) =>
      ask(
        api.POST("/api/orders/{orderId}/return", {
          params: { ...withKey(addressed), header: { "Idempotency-Key": idempotencyKey } },
          body,
        }),
      ),
    onSuccess: (order) => show(order, addressed),
    onError: again,
  });
}

/** Takes a return back that has not been picked up. */
export function useKeepItems(addressed: OrderAddressed) {
  const show = useShowOrder();
  const again = useAskAgain();
  return useMutation({
    mutationFn: () =>
      ask(api.POST("/api/orders/{orderId}/return/withdraw", { params: withKey(addressed) })),
    onSuccess: (order) => show(order, addressed),
    onError: again,
  });
}

/** States the withdrawal from an order that is seen. */
export function useWithdrawal(addressed: OrderAddressed, idempotencyKey: string) {
  const again = useAskAgain();
  return useMutation({
    mutationFn: (stated: { name: string; lines: Pieces[] | null }) =>
      ask(
        api.POST("/api/orders/{orderId}/withdrawal", {
          params: { ...withKey(addressed), header: { "Idempotency-Key": idempotencyKey } },
          body: stated,
        }),
      ),
    onSettled: again,
  });
}

/** States the withdrawal by number and contact, without seeing the order. */
export function useOpenWithdrawal(idempotencyKey: string) {
  return useMutation({
    mutationFn: (stated: { orderId: string; name: string } & ContactInput) =>
      ask(
        api.POST("/api/withdrawals", {
          params: { header: { "Idempotency-Key": idempotencyKey } },
          body: stated,
        }),
      ),
  });
}

/** Downloads an invoice or a credit note. */
export function useDownload(addressed: OrderAddressed) {
  return useMutation({
    mutationFn: async (number: string) => {
      const file = await askData(
        api.GET("/api/orders/{orderId}/documents/{number}", {
          params: { ...withKey(addressed), path: { orderId: addressed.orderId, number } },
          parseAs: "blob",
        }),
      );
      saveFile(`${number}.pdf`, file);
    },
  });
}
