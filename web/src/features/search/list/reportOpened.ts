import type { MouseEvent } from "react";
import type { components } from "@/api/schema";
import { productLink } from "@/features/products/links";

type SearchClick = components["schemas"]["SearchClick"];

const PRODUCT = productLink("");

/** Whether a click opens a product's page. */
function opensProduct({ target }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.getAttribute("href")?.startsWith(PRODUCT) ?? false;
}

/**
 * Reports that a result of a search was opened, so that the operator sees which searches lead nowhere.
 * The request has neither cookies nor an access token, and the shop stores sums by query and day only.
 */
export function reportOpened(q: string, event: MouseEvent): void {
  if (!opensProduct(event)) return;
  const click: SearchClick = { q };
  fetch("/api/search-clicks", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(click),
    credentials: "omit",
    keepalive: true,
  }).catch(() => {
    // Offline, or blocked by an extension: the shopper must not notice, and sums need not be complete.
  });
}
