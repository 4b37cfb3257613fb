import type { DataRouter } from "react-router";
import { metaAt } from "./routeMeta";

/** The client route of a clicked link in an operator's text; null if the browser should follow it. */
function clientPathOf(event: MouseEvent, router: Pick<DataRouter, "routes">): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.closest("[data-prose]") || !link.hasAttribute("href")) return null;
  if (link.hasAttribute("download") || !["", "_self"].includes(link.target)) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin) return null;
  const here = window.location;
  if (hash !== "" && pathname === here.pathname && search === here.search) return null;
  // Files and feeds are served by the server and have no route.
  return metaAt(router.routes, pathname) === null ? null : pathname + search + hash;
}

/** Turns clicks on internal links in operators' texts into client-side navigations. */
export function followTextLinks(router: DataRouter): void {
  document.addEventListener("click", (event) => {
    const path = clientPathOf(event, router);
    if (path === null) return;
    event.preventDefault();
    void router.navigate(path);
  });
}
