import { api, unwrap } from "../../../api/client";
import type { RefundPreview, RefundRequest } from "./refundForm";

function goodwillOf({ items, amount }: RefundRequest) {
  const { destination, walletAmount, note, notify, reason } = items;
  return { destination, walletAmount, note, notify, reason, amount };
}

/** What a refund would do. */
export function previewRefund(orderId: string, request: RefundRequest): Promise<RefundPreview> {
  const params = { path: { orderId } };
  return request.kind === "refunds"
    ? unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/refunds/preview", { params, body: request.items }),
      )
    : unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/goodwill-refunds/preview", {
          params,
          body: goodwillOf(request),
        }),
      );
}

/** Grants a refund as previewed, and returns its id. */
export function grantRefund(
  orderId: string,
  request: RefundRequest,
  version: string,
  key: string,
): Promise<string> {
  const params = { path: { orderId }, header: { "Idempotency-Key": key } };
  return request.kind === "refunds"
    ? unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/refunds", {
          params,
          body: { ...request.items, version },
        }),
      )
    : unwrap(
        api.POST("/api/admin/v1/orders/{orderId}/goodwill-refunds", {
          params,
          body: { ...goodwillOf(request), version },
        }),
      );
}

export async function payRefund(orderId: string, refundId: string, key: string): Promise<void> {
  await unwrap(
    api.POST("/api/admin/v1/orders/{orderId}/refunds/{refundId}/pay", {
      params: { path: { orderId, refundId }, header: { "Idempotency-Key": key } },
    }),
  );
}

export async function withdrawRefund(
  orderId: string,
  refundId: string,
  key: string,
): Promise<void> {
  await unwrap(
    api.POST("/api/admin/v1/orders/{orderId}/refunds/{refundId}/withdraw", {
      params: { path: { orderId, refundId }, header: { "Idempotency-Key": key } },
    }),
  );
}

export async function sendRefundAgain(refundId: string, key: string): Promise<void> {
  await unwrap(
    api.POST("/api/admin/v1/gateway-refunds/{refundId}/retry", {
      params: { path: { refundId }, header: { "Idempotency-Key": key } },
    }),
  );
}
