export const categoryLink = (slug: string) => `/c/collections/${encodeURIComponent(slug)}`;

export const searchLink = (query: string) => `/search?${new URLSearchParams({ q: query })}`;

/** Searches the words as they are, without correction. */
export const literalSearchLink = (query: string) =>
  `/search?${new URLSearchParams({ q: query, literal: "true" })}`;
