import type { DataRouter } from "react-router";
import { metaAt } from "./routeMeta";

/** The client route that a click on a link in a text leads to; null where the browser follows it. */
export function screenOf(event: MouseEvent, router: Pick<DataRouter, "routes">): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.closest("[data-prose]") || !link.hasAttribute("href")) return null;
  if (link.hasAttribute("download") || !["", "_self"].includes(link.target)) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin) return null;
  const here = window.location;
  if (hash !== "" && pathname === here.pathname && search === here.search) return null;
  // Files, feeds and whatever else the server answers itself are no screens.
  return metaAt(router.routes, pathname) === null ? null : pathname + search + hash;
}

/** Makes links between the shop's own screens in operators' texts client navigations. */
export function followTextLinks(router: DataRouter): void {
  document.addEventListener("click", (event) => {
    const screen = screenOf(event, router);
    if (screen === null) return;
    event.preventDefault();
    void router.navigate(screen);
  });
}
