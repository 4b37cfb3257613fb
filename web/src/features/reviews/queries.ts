import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const REVIEW_SORTS = ["newest", "helpful", "best", "worst"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

const ORDERS = {
  newest: { key: "createdAt", direction: "desc" },
  helpful: { key: "helpfulCount", direction: "desc" },
  best: { key: "ratingStar", direction: "desc" },
  worst: { key: "ratingStar", direction: "asc" },
} as const;

const PAGE_SIZE = 5;

export interface ReviewFilter {
  /** Null for all ratings. */
  stars: number | null;
  /** Whether to show only reviews with pictures. */
  pictures: boolean;
  /** Words that the reviews contain; empty for all. */
  words: string;
  sort: ReviewSort;
}

export const NO_FILTER: ReviewFilter = { stars: null, pictures: false, words: "", sort: "newest" };

/** Whether a filter hides any reviews. */
export function isFiltered({ stars, pictures, words }: ReviewFilter): boolean {
  return stars !== null || pictures || words !== "";
}

/** A product's reviews, page by page. */
export function reviewsQuery(productSlug: string, { stars, pictures, words, sort }: ReviewFilter) {
  return infiniteQueryOptions({
    queryKey: ["catalog", "reviews", productSlug, stars, pictures, words, sort],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
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

/** Whether the customer received the product, and the order to review it with. */
export function reviewEligibilityQuery(visitor: string, productSlug: string) {
  return queryOptions({
    queryKey: ["reviews", visitor, "eligibility", productSlug],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/productcomment/standing", { signal, params: { query: { productSlug } } }),
      ),
    enabled: visitor !== "guest",
    staleTime: 30_000,
  });
}
