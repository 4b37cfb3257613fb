import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap, unwrapData } from "@/api/client";
import type { ContactInput, ReturnInput } from "@/api/types";
import { orderParams, type OrderRef } from "@/features/orders/orderRef";
import { useOrderMutation } from "@/features/orders/useOrderMutation";
import type { LineQuantity } from "./lineSelection";
import { saveFile } from "./saveFile";

/** `idempotencyKey` makes a second click repeat the first request. */
const withIdempotencyKey = (ref: OrderRef, idempotencyKey: string) => ({
  ...orderParams(ref),
  header: { "Idempotency-Key": idempotencyKey },
});

export function useCancelLines(ref: OrderRef, idempotencyKey: string) {
  return useOrderMutation(ref, (lines: LineQuantity[]) =>
    unwrap(
      api.POST("/api/orders/{orderId}/cancel", {
        params: withIdempotencyKey(ref, idempotencyKey),
        body: { lines },
      }),
    ),
  );
}

export function useRequestReturn(ref: OrderRef, idempotencyKey: string) {
  return useOrderMutation(ref, (body: ReturnInput) =>
    unwrap(
      api.POST("/api/orders/{orderId}/return", {
        params: withIdempotencyKey(ref, idempotencyKey),
        body,
      }),
    ),
  );
}

/** Cancels a return that has not been picked up. */
export function useCancelReturn(ref: OrderRef) {
  return useOrderMutation(ref, () =>
    unwrap(api.POST("/api/orders/{orderId}/return/withdraw", { params: orderParams(ref) })),
  );
}

/** Withdraws from an order that the visitor can open. */
export function useWithdrawal(ref: OrderRef, idempotencyKey: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; lines: LineQuantity[] | null }) =>
      unwrap(
        api.POST("/api/orders/{orderId}/withdrawal", {
          params: withIdempotencyKey(ref, idempotencyKey),
          body,
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/** Withdraws by order number and contact, without opening the order. */
export function usePublicWithdrawal(idempotencyKey: string) {
  return useMutation({
    mutationFn: (body: { orderId: string; name: string } & ContactInput) =>
      unwrap(
        api.POST("/api/withdrawals", {
          params: { header: { "Idempotency-Key": idempotencyKey } },
          body,
        }),
      ),
  });
}

/** Downloads an invoice or a credit note. */
export function useDownloadDocument(ref: OrderRef) {
  return useMutation({
    mutationFn: async (number: string) => {
      const { path, query } = orderParams(ref);
      const file = await unwrapData(
        api.GET("/api/orders/{orderId}/documents/{number}", {
          params: { path: { ...path, number }, query },
          parseAs: "blob",
        }),
      );
      saveFile(`${number}.pdf`, file);
    },
  });
}
