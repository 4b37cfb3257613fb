const LAST_PAGE = 1_000_000;

/** The page that an address asks for; the first where it asks for none that can be. */
export function pageIn(parameters: URLSearchParams): number {
  const text = parameters.get("page") ?? "";
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), LAST_PAGE);
}
