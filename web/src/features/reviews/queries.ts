import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const REVIEW_SORTS = ["newest", "helpful", "best", "worst"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

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
        api.GET("/api/productcomments", {
          signal,
          params: {
            query: {
              productSlug,
              ...(stars === null ? {} : { stars }),
              ...(pictures ? { pictures } : {}),
              ...(words === "" ? {} : { q: words }),
              sort,
              page: pageParam,
              pageSize: PAGE_SIZE,
            },
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
