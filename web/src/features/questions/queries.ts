import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

const PAGE_SIZE = 5;
const key = (productSlug: string) => ["catalog", "questions", productSlug] as const;

/** Questions about a product, page after page; those that hold the words where there are any. */
export function questionsQuery(productSlug: string, words: string) {
  return infiniteQueryOptions({
    queryKey: [...key(productSlug), words],
    queryFn: ({ signal, pageParam }) =>
      ask(
        api.GET("/api/productquestions", {
          signal,
          params: { query: { productSlug, q: words, page: pageParam, pageSize: PAGE_SIZE } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
  });
}

/** Asks something about a product. */
export function useAskQuestion(productSlug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (question: string) =>
      ask(api.POST("/api/productquestions", { body: { productSlug, question } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(productSlug) }),
  });
}

/** Answers a question as somebody who has the product. */
export function useAnswerQuestion(productSlug: string, questionId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) =>
      ask(
        api.POST("/api/productquestions/{questionId}/answers", {
          params: { path: { questionId } },
          body: { answer },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(productSlug) }),
  });
}
