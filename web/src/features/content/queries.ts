import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapList } from "@/api/client";

const FIVE_MINUTES = 300_000;

export const returnPolicyQuery = queryOptions({
  queryKey: ["content", "returnAndExchange"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/api/company-details/returnAndExchangePolicy", { signal })),
  staleTime: FIVE_MINUTES,
});

export const termsQuery = queryOptions({
  queryKey: ["content", "terms"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/company-details/termAndCondition", { signal })),
  staleTime: FIVE_MINUTES,
});

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["content", "page", slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/pages/{slug}", { params: { path: { slug } }, signal })),
    staleTime: FIVE_MINUTES,
  });

export const contactQuery = queryOptions({
  queryKey: ["content", "contact"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/company-details/contactUsDetails", { signal })),
  staleTime: FIVE_MINUTES,
});

export const customerCareQuery = queryOptions({
  queryKey: ["content", "customerCare"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/company-details/customerCareDetails", { signal })),
  staleTime: FIVE_MINUTES,
});

export const faqsQuery = queryOptions({
  queryKey: ["content", "faqs"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/faqs", { signal })),
  staleTime: FIVE_MINUTES,
});

/** The API's default page size. */
export const BLOGS_PAGE_SIZE = 24;

/** A page of blog posts, newest first. */
export function blogsQuery(page = 1) {
  return queryOptions({
    queryKey: ["content", "blogs", page],
    queryFn: async ({ signal }) => ({
      page,
      ...(await unwrapList(
        api.GET("/api/blogs", { signal, params: { query: page === 1 ? {} : { page } } }),
      )),
    }),
    staleTime: FIVE_MINUTES,
    placeholderData: keepPreviousData,
  });
}

/** A blog post by id or slug. */
export function blogQuery(value: string) {
  return queryOptions({
    queryKey: ["content", "blog", value],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/blogs/{value}", { signal, params: { path: { value } } })),
    staleTime: FIVE_MINUTES,
  });
}
