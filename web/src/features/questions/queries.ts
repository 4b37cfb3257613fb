import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const PAGE_SIZE = 5;
const key = (productSlug: string) => ["catalog", "questions", productSlug] as const;

/** The questions about a product, page by page; `words` searches them. */
export function questionsQuery(productSlug: string, words: string) {
  return infiniteQueryOptions({
    queryKey: [...key(productSlug), words],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
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

export function useAskQuestion(productSlug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (question: string) =>
      unwrap(api.POST("/api/productquestions", { body: { productSlug, question } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(productSlug) }),
  });
}

/** Answers a question. Allowed for customers who bought the product. */
export function useAnswerQuestion(productSlug: string, questionId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) =>
      unwrap(
        api.POST("/api/productquestions/{questionId}/answers", {
          params: { path: { questionId } },
          body: { answer },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(productSlug) }),
  });
}
