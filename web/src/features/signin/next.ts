const HERE = "https://shop.invalid";

/** Where to go after signing in: a path of this shop, whatever a link may have smuggled in. */
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
