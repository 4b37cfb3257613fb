import { api, createIdempotencyKey, unwrap } from "../../api/client";

/** Separates two accounts again. */
export function undoMerge(customerId: number, mergeId: number) {
  return unwrap(
    api.POST("/api/admin/v1/customers/{customerId}/merges/{mergeId}/undo", {
      params: {
        path: { customerId, mergeId },
        // The server undoes a merge once, whatever the key.
        header: { "Idempotency-Key": createIdempotencyKey() },
      },
    }),
  );
}
