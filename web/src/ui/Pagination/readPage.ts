const LAST_PAGE = 1_000_000;

/** The `page` parameter; 1 if it is missing or invalid. */
export function readPage(parameters: URLSearchParams): number {
  const text = parameters.get("page") ?? "";
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), LAST_PAGE);
}
