import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import type { ReportInput } from "@/api/types";
import "@/messages/later/reviews";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";

const opinionsKey = ["reviews", "opinions"] as const;

/** Which of the reviews on the page the customer found helpful, and which they reported. */
export function opinionsQuery(visitor: string, reviewIds: readonly number[]) {
  const ids = reviewIds.join(",");
  return queryOptions({
    queryKey: [...opinionsKey, visitor, ids],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/reviewopinions", { signal, params: { query: { reviewIds: ids } } })),
    enabled: visitor !== "guest" && ids !== "",
    staleTime: 60_000,
  });
}

/** Gives a helpful vote, or takes it back; the answer is the new count. */
export function useVote(reviewId: number) {
  const queryClient = useQueryClient();
  const params = { params: { path: { reviewId } } };
  return useMutation({
    mutationFn: (helpful: boolean) =>
      helpful
        ? ask(api.POST("/api/productcomment/{reviewId}/helpful", params))
        : ask(api.DELETE("/api/productcomment/{reviewId}/helpful", params)),
    scope: { id: `vote ${reviewId}` },
    onError: (error) => tellFailure(sentenceOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: opinionsKey }),
  });
}

export function useReport(reviewId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportInput) =>
      ask(
        api.POST("/api/productcomment/{reviewId}/report", { params: { path: { reviewId } }, body }),
      ),
    onSuccess: () => {
      tell(t("reviews.reportSent"));
      return queryClient.invalidateQueries({ queryKey: opinionsKey });
    },
  });
}
