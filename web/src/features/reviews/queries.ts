import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

export const REVIEW_SORTS = ["newest", "helpful", "best", "worst"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

const ORDERS = {
  newest: { key: "createdAt", direction: "desc" },
  helpful: { key: "helpfulCount", direction: "desc" },
  best: { key: "ratingStar", direction: "desc" },
  worst: { key: "ratingStar", direction: "asc" },
} as const;

const PAGE_SIZE = 5;

export interface ReviewChoice {
  /** Only reviews with as many stars; null for all. */
  stars: number | null;
  /** Only reviews with pictures. */
  pictures: boolean;
  /** Only reviews that mention this; empty for all. */
  words: string;
  sort: ReviewSort;
}

/** The reviews of a product, page after page. */
export function reviewsQuery(productSlug: string, { stars, pictures, words, sort }: ReviewChoice) {
  return infiniteQueryOptions({
    queryKey: ["catalog", "reviews", productSlug, stars, pictures, words, sort],
    queryFn: ({ signal, pageParam }) =>
      ask(
        api.POST("/api/productcomment/search", {
          signal,
          body: {
            criteria: [
              { key: "productSlug", operation: "eq", value: [productSlug] },
              ...(stars === null
                ? []
                : [{ key: "ratingStar" as const, operation: "eq" as const, value: [stars] }]),
              ...(words === ""
                ? []
                : [{ key: "text" as const, operation: "cn" as const, value: [words] }]),
              ...(pictures
                ? [{ key: "imageCount" as const, operation: "gt" as const, value: [0] }]
                : []),
            ],
            sort: ORDERS[sort],
            page: pageParam,
            pageSize: PAGE_SIZE,
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
  });
}

/** Whether the customer has the product, and the order with which to review it. */
export function standingQuery(visitor: string, productSlug: string) {
  return queryOptions({
    queryKey: ["reviews", visitor, "standing", productSlug],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/productcomment/standing", { signal, params: { query: { productSlug } } })),
    enabled: visitor !== "guest",
    staleTime: 30_000,
  });
}
