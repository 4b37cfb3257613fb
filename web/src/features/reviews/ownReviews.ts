import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { OwnReview } from "@/api/types";

/** The customer's reviews of the items of an order. */
export function ownReviewsQuery(visitor: string, orderId: string) {
  return queryOptions({
    queryKey: ["reviews", visitor, orderId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/productcomment", { signal, params: { query: { orderId } } })),
    enabled: visitor !== "guest",
  });
}

export interface ReviewInput {
  ratingStar: number;
  title: string;
  comment: string;
  images: number[];
}

/** Creates a review of an ordered item, or updates `existing`. */
export function useSaveReview(orderId: string, skuId: number, existing: OwnReview | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewInput) =>
      existing
        ? unwrap(
            api.PUT("/api/productcomment/{reviewId}", {
              params: { path: { reviewId: existing.id } },
              body,
            }),
          )
        : unwrap(api.POST("/api/productcomment", { body: { ...body, orderId, skuId } })),
    onSuccess: async () => {
      // Orders link to the items that are not reviewed yet.
      await queryClient.invalidateQueries({ queryKey: ["orders"], refetchType: "none" });
      await queryClient.invalidateQueries({ queryKey: ["reviews"] });
    },
  });
}
