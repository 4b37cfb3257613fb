import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { toast, toastError } from "../../ui/toasts";

/** A copy of a product, as a draft. A repeated request makes no second one. */
export function useDuplicate() {
  const client = useQueryClient();
  const { key, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (productId: number) =>
      unwrap(
        api.POST("/api/admin/v1/products/{productId}/duplicate", {
          params: { path: { productId }, header: { "Idempotency-Key": `${key}-${productId}` } },
        }),
      ),
    onSuccess: async ({ title }) => {
      renew();
      toast(t("products.duplicated", { title }));
      await client.invalidateQueries({ queryKey: ["products"] });
    },
    onError: toastError,
  });
}
