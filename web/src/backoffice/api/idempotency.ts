import { useState } from "react";
import { createIdempotencyKey } from "./client";
import { ApiError } from "./errors";

/**
 * One Idempotency-Key for an opened panel. It is kept when a request is repeated after a failure, so that
 * money moves once. Call `renew` after a success, or when the server refused and the form then changed.
 *
 * @example
 * const { headers, renew } = useIdempotencyKey();
 * api.POST("/api/admin/v1/orders/{id}/refunds", { params: { path, header: headers }, body });
 */
export function useIdempotencyKey() {
  const [key, setKey] = useState(createIdempotencyKey);
  return {
    key,
    headers: { "Idempotency-Key": key },
    renew: () => setKey(createIdempotencyKey()),
    /** Renews the key unless the request may have done its work in spite of the error. */
    renewAfter: (error: unknown) => {
      if (error instanceof ApiError && !error.mayHaveChanged) setKey(createIdempotencyKey());
    },
  };
}
