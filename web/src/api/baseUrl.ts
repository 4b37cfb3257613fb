let read = (): string => (typeof window === "undefined" ? "" : window.location.origin);

/** The URL that every request starts from. */
export function baseUrl(): string {
  return read();
}

/** Sets where the base URL is read from: the app state, once that is loaded. */
export function setBaseUrlSource(source: () => string): void {
  read = source;
}
