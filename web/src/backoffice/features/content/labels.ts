/** Fields of pages and articles, as the API names them. */
export const LABELS = {
  title: "content.title",
  slug: "content.slug",
  source: "content.text",
  format: "content.format",
  summary: "content.summary",
  author: "content.author",
  image: "content.image",
  productSlugs: "content.products",
  phone: "content.phone",
  email: "content.email",
  hours: "content.hours",
  seoTitle: "content.seoTitle",
  seoDescription: "content.seoDescription",
  draft: "content.state",
  publishedAt: "content.publishAt",
} as const;

export type FieldName = keyof typeof LABELS;
