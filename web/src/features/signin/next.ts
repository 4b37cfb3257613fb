const HERE = "https://shop.invalid";

/** The path to open after signing in. Anything but a path of this shop leads home. */
export function safeNext(next: string | null): string {
  if (next?.startsWith("/") !== true) return "/";
  try {
    const url = new URL(next, HERE);
    return url.origin === HERE ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}

export function loginLink(next: string): string {
  return `/login?${new URLSearchParams({ next })}`;
}
