/** Where the catalogue's screens are. */
export const productLink = (slug: string) => `/products/${encodeURIComponent(slug)}`;

export const categoryLink = (slug: string) => `/c/collections/${encodeURIComponent(slug)}`;

export const searchLink = (query: string) => `/search?${new URLSearchParams({ q: query })}`;
