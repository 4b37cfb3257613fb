import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type PageRow = Schemas["PageRow"];
export type PageDetails = Schemas["PageDetails"];
export type BlogRow = Schemas["BlogRow"];
export type BlogDetails = Schemas["BlogDetails"];
export type BlogState = BlogRow["state"];
export type State = BlogState | PageRow["state"];
export type Format = PageDetails["format"];
export type FaqList = Schemas["FaqList"];
export type Faq = Schemas["EditedFaq"];
export type Version = Schemas["TextVersion"];
export type EmailRow = Schemas["EmailRow"];
export type EmailDetails = Schemas["EmailDetails"];

/** Which record a screen is about. */
export type Subject = { kind: "pages"; key: string } | { kind: "blogs"; key: number };

export const pagesQuery = queryOptions({
  queryKey: ["content", "pages"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/content/pages")),
});

export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["content", "pages", slug],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/content/pages/{slug}", { params: { path: { slug } } })),
  });

interface BlogFilter {
  search?: string;
  state?: BlogState;
}

export const blogsQuery = (filter: BlogFilter, cursor: string | null) =>
  queryOptions({
    queryKey: ["content", "blogs", "list", filter, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/content/blogs", {
          params: { query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const blogCountQuery = (filter: BlogFilter) =>
  queryOptions({
    queryKey: ["content", "blogs", "count", filter],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/content/blogs/count", { params: { query: filter } })),
  });

export const blogQuery = (blogId: number) =>
  queryOptions({
    queryKey: ["content", "blogs", blogId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/content/blogs/{blogId}", { params: { path: { blogId } } })),
  });

export const faqsQuery = queryOptions({
  queryKey: ["content", "faqs"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/content/faqs")),
});

export const versionsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ["content", subject.kind, subject.key, "versions"],
    queryFn: () =>
      subject.kind === "pages"
        ? unwrap(
            api.GET("/api/admin/v1/content/pages/{slug}/versions", {
              params: { path: { slug: subject.key } },
            }),
          )
        : unwrap(
            api.GET("/api/admin/v1/content/blogs/{blogId}/versions", {
              params: { path: { blogId: subject.key } },
            }),
          ),
  });

export const versionQuery = (subject: Subject, versionId: number) =>
  queryOptions({
    queryKey: ["content", subject.kind, subject.key, "versions", versionId],
    queryFn: () =>
      subject.kind === "pages"
        ? unwrap(
            api.GET("/api/admin/v1/content/pages/{slug}/versions/{versionId}", {
              params: { path: { slug: subject.key, versionId } },
            }),
          )
        : unwrap(
            api.GET("/api/admin/v1/content/blogs/{blogId}/versions/{versionId}", {
              params: { path: { blogId: subject.key, versionId } },
            }),
          ),
  });

/** A text that is not stored, as shoppers would see it. */
export const previewQuery = (source: string, format: Format) =>
  queryOptions({
    queryKey: ["content", "preview", format, source],
    queryFn: () => unwrap(api.POST("/api/admin/v1/content/preview", { body: { source, format } })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const emailsQuery = queryOptions({
  queryKey: ["content", "emails"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/content/emails")),
});

export const emailQuery = (name: string) =>
  queryOptions({
    queryKey: ["content", "emails", name],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/content/emails/{name}", { params: { path: { name } } })),
  });

export const emailPreviewQuery = (name: string, texts: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ["content", "emails", name, "preview", texts],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/content/emails/{name}/preview", {
          params: { path: { name } },
          body: { texts },
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
