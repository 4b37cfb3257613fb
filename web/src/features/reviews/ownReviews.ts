import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { OwnReview } from "@/api/types";

/** The customer's own reviews of an order's things. */
export function ownReviewsQuery(visitor: string, orderId: string) {
  return queryOptions({
    queryKey: ["reviews", visitor, orderId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/productcomment", { signal, params: { query: { orderId } } })),
    enabled: visitor !== "guest",
  });
}

/** What a review says. */
export interface ReviewWritten {
  ratingStar: number;
  title: string;
  comment: string;
  images: number[];
}

/** Writes a review of a thing out of an order, or sets the one there is anew. */
export function useSaveReview(orderId: string, skuId: number, before: OwnReview | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewWritten) =>
      before
        ? ask(
            api.PUT("/api/productcomment/{reviewId}", {
              params: { path: { reviewId: before.id } },
              body,
            }),
          )
        : ask(api.POST("/api/productcomment", { body: { ...body, orderId, skuId } })),
    onSuccess: async () => {
      // The list of orders offers to review what is not reviewed yet.
      await queryClient.invalidateQueries({ queryKey: ["orders"], refetchType: "none" });
      await queryClient.invalidateQueries({ queryKey: ["reviews"] });
    },
  });
}
