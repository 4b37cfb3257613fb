import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { errorMessage } from "@/api/errors";
import type { ReportInput } from "@/api/types";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";

const feedbackKey = ["reviews", "feedback"] as const;

/** Which of the given reviews the customer found helpful, and which they reported. */
export function reviewFeedbackQuery(visitor: string, reviewIds: readonly number[]) {
  const ids = reviewIds.join(",");
  return queryOptions({
    queryKey: [...feedbackKey, visitor, ids],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/reviewopinions", { signal, params: { query: { reviewIds: ids } } })),
    enabled: visitor !== "guest" && ids !== "",
    staleTime: 60_000,
  });
}

/** Adds or removes a helpful vote; the result has the new count. */
export function useVote(reviewId: number) {
  const queryClient = useQueryClient();
  const params = { params: { path: { reviewId } } };
  return useMutation({
    mutationFn: (helpful: boolean) =>
      helpful
        ? unwrap(api.POST("/api/productcomment/{reviewId}/helpful", params))
        : unwrap(api.DELETE("/api/productcomment/{reviewId}/helpful", params)),
    scope: { id: `vote ${reviewId}` },
    onError: (error) => showErrorToast(errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: feedbackKey }),
  });
}

export function useReport(reviewId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportInput) =>
      unwrap(
        api.POST("/api/productcomment/{reviewId}/report", { params: { path: { reviewId } }, body }),
      ),
    onSuccess: () => {
      showToast(t("reviews.reportSent"));
      return queryClient.invalidateQueries({ queryKey: feedbackKey });
    },
  });
}
