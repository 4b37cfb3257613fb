let origin = typeof window === "undefined" ? "" : window.location.origin;

/** Where the shop's server is; the page's own origin unless it is told otherwise. */
export function shopOrigin(): string {
  return origin;
}

export function setShopOrigin(url: string): void {
  origin = url;
}
