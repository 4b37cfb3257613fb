import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, ask, askList } from "@/api/client";

const FIVE_MINUTES = 300_000;

export const returnPolicyQuery = queryOptions({
  queryKey: ["content", "returnAndExchange"],
  queryFn: ({ signal }) => ask(api.GET("/api/company-details/returnAndExchangePolicy", { signal })),
  staleTime: FIVE_MINUTES,
});

export const termsQuery = queryOptions({
  queryKey: ["content", "terms"],
  queryFn: ({ signal }) => ask(api.GET("/api/company-details/termAndCondition", { signal })),
  staleTime: FIVE_MINUTES,
});

export const contactQuery = queryOptions({
  queryKey: ["content", "contact"],
  queryFn: ({ signal }) => ask(api.GET("/api/company-details/contactUsDetails", { signal })),
  staleTime: FIVE_MINUTES,
});

export const customerCareQuery = queryOptions({
  queryKey: ["content", "customerCare"],
  queryFn: ({ signal }) => ask(api.GET("/api/company-details/customerCareDetails", { signal })),
  staleTime: FIVE_MINUTES,
});

export const faqsQuery = queryOptions({
  queryKey: ["content", "faqs"],
  queryFn: ({ signal }) => ask(api.GET("/api/faqs", { signal })),
  staleTime: FIVE_MINUTES,
});

/** Stories on a page, as the API cuts the list unless told. */
export const BLOGS_ON_PAGE = 24;

/** A page of the stories, the newest first. */
export function blogsQuery(page = 1) {
  return queryOptions({
    queryKey: ["content", "blogs", page],
    queryFn: async ({ signal }) => ({
      page,
      ...(await askList(
        api.GET("/api/blogs", { signal, params: { query: page === 1 ? {} : { page } } }),
      )),
    }),
    staleTime: FIVE_MINUTES,
    placeholderData: keepPreviousData,
  });
}

/** One story, by its id or slug. */
export function blogQuery(value: string) {
  return queryOptions({
    queryKey: ["content", "blog", value],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/blogs/{value}", { signal, params: { path: { value } } })),
    staleTime: FIVE_MINUTES,
  });
}
