import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { type Review, useListsChanged } from "./inboxQuery";

function reviewKey(id: number) {
  return ["inbox", "review", id] as const;
}

export function useReview(reviewId: number) {
  return useQuery({
    queryKey: reviewKey(reviewId),
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/reviews/{reviewId}", { params: { path: { reviewId } } })),
  });
}

/** Shows what the server answered, and reads the lists again. */
export function useReviewChanged(): (review: Review) => void {
  const client = useQueryClient();
  const listsChanged = useListsChanged();
  return (review) => {
    client.setQueryData(reviewKey(review.id), review);
    listsChanged();
  };
}

/** Shows the review as it is now if its author or somebody else has changed it. */
export function useReviewConflict(): (error: unknown) => void {
  const changed = useReviewChanged();
  return (error) => {
    if (hasCode(error, "edit_conflict")) changed(error.details["current"] as Review);
  };
}
