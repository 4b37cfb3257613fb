/** URLs of images. */

/** Widths that the server can scale its own images to. */
const WIDTHS = [160, 320, 480, 640, 768, 960, 1280, 1920] as const;

function isExternal(path: string): boolean {
  return /^(https?:)?\/\//i.test(path) || path.startsWith("data:");
}

/** Endpoints to try for a path, in order: CDN, fallback CDN, the shop itself (""). */
export function endpoints(path: string, cdn: string, fallbackCdn: string): string[] {
  if (isExternal(path)) return [""];
  const cdns = [cdn, fallbackCdn].map((url) => url.replace(/\/+$/, "")).filter((url) => url !== "");
  return [...new Set(cdns), ""];
}

export function sourceOf(endpoint: string, path: string): string {
  return isExternal(path) ? path : `${endpoint}${path.startsWith("/") ? "" : "/"}${path}`;
}

/** `srcset` for an image of the server; undefined for others, which come in one size. */
export function sourceSetOf(endpoint: string, path: string): string | undefined {
  return widthsOf(endpoint, path, "");
}

/** `srcset` in AVIF, which takes two thirds of the bytes. */
export function avifSetOf(endpoint: string, path: string): string | undefined {
  return widthsOf(endpoint, path, "&f=avif");
}

function widthsOf(endpoint: string, path: string, query: string): string | undefined {
  if (!path.startsWith("/media/") || path.endsWith(".svg")) return undefined;
  const source = sourceOf(endpoint, path);
  return WIDTHS.map((width) => `${source}?w=${width}${query} ${width}w`).join(", ");
}
