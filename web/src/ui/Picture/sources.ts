/** Where a picture may be had, best first. */
const WIDTHS = [160, 320, 640, 960, 1280, 1920] as const;

function isElsewhere(path: string): boolean {
  return /^(https?:)?\/\//i.test(path) || path.startsWith("data:");
}

/** The endpoints to try for a path: CDN, fallback, and last the shop itself (""). */
export function endpoints(path: string, cdn: string, fallbackCdn: string): string[] {
  if (isElsewhere(path)) return [""];
  const places = [cdn, fallbackCdn]
    .map((place) => place.replace(/\/+$/, ""))
    .filter((place) => place !== "");
  return [...new Set(places), ""];
}

export function sourceOf(endpoint: string, path: string): string {
  return isElsewhere(path) ? path : `${endpoint}${path.startsWith("/") ? "" : "/"}${path}`;
}

/** The widths that the server makes of its own pictures; others come in one size. */
export function sourceSetOf(endpoint: string, path: string): string | undefined {
  return widthsOf(endpoint, path, "");
}

/** The same as AVIF, for browsers that know it: two thirds of the bytes. */
export function avifSetOf(endpoint: string, path: string): string | undefined {
  return widthsOf(endpoint, path, "&f=avif");
}

function widthsOf(endpoint: string, path: string, form: string): string | undefined {
  if (!path.startsWith("/media/") || path.endsWith(".svg")) return undefined;
  const source = sourceOf(endpoint, path);
  return WIDTHS.map((width) => `${source}?w=${width}${form} ${width}w`).join(", ");
}
