export const productLink = (slug: string) => `/products/${encodeURIComponent(slug)}`;
