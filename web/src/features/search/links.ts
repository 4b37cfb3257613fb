export const categoryLink = (slug: string) => `/c/collections/${encodeURIComponent(slug)}`;

export const searchLink = (query: string) => `/search?${new URLSearchParams({ q: query })}`;
