import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { CommentCriterion } from "@/api/types";
import { isWholePage } from "@/api/waitForData";

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

/** The reviews that a product page begins with, at an address, so that they can come with the page. */
const firstReviews = (productSlug: string, signal: AbortSignal) =>
  unwrap(
    api.GET("/api/productcomments", {
      signal,
      params: { query: { productSlug, pageSize: PAGE_SIZE } },
    }),
  );

function search(
  productSlug: string,
  { stars, pictures, words, sort }: ReviewFilter,
  page: number,
  signal: AbortSignal,
) {
  const criteria: CommentCriterion[] = [
    { key: "productSlug", operation: "eq", value: [productSlug] },
  ];
  if (stars !== null) criteria.push({ key: "ratingStar", operation: "eq", value: [stars] });
  if (words !== "") criteria.push({ key: "text", operation: "cn", value: [words] });
  if (pictures) criteria.push({ key: "imageCount", operation: "gt", value: [0] });
  const body = { criteria, sort: ORDERS[sort], page, pageSize: PAGE_SIZE };
  return unwrap(api.POST("/api/productcomment/search", { signal, body }));
}

/** A product's reviews, page by page. */
export function reviewsQuery(productSlug: string, filter: ReviewFilter) {
  const { stars, pictures, words, sort } = filter;
  return infiniteQueryOptions({
    queryKey: ["catalog", "reviews", productSlug, stars, pictures, words, sort],
    queryFn: ({ signal, pageParam }) =>
      isWholePage() && filter === NO_FILTER && pageParam === 1
        ? firstReviews(productSlug, signal)
        : search(productSlug, filter, pageParam, signal),
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
