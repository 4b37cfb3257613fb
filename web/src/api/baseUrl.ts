let read = (): string => (typeof window === "undefined" ? "" : window.location.origin);

/** The URL that every request starts from. */
export function baseUrl(): string {
  return read();
}

/** Takes the base URL from another place from now on; the app state registers itself. */
export function readBaseUrlFrom(source: () => string): void {
  read = source;
}
