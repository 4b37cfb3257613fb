/**
 * Prefetches a page when the shopper is about to open it: its module and, for a public page, its data. One
 * listener on the document serves all links, also those of later pages.
 */
import type { QueryClient } from "@tanstack/react-query";
import {
  type DataRouter,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
} from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { whenIdle } from "@/ui/lazy/whenIdle";
import { currentMeta, metaOf, type RouteMeta } from "./routeMeta";

/** Milliseconds that a pointer rests on a link before that counts as intent. */
const REST = 65;
/** Milliseconds after which a touch is not the start of scrolling. */
const TOUCH = 30;
const MAX_AT_ONCE = 2;
const MAX_PER_MINUTE = 30;

/** Modules of overlays, by the `data-preload` of the buttons that open them. */
const OVERLAYS: Partial<Record<string, () => Promise<unknown>>> = {
  cart: () => Promise.all([import("./frame/CartDrawer"), import("@/features/cart/quickAdd")]),
  menu: () => import("./frame/MenuDrawer"),
};

/** Pages whose module is loaded while the shopper is on another one, by route name. */
const NEXT_PAGES: Partial<Record<string, string>> = { cart: "/checkout" };

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the browser has bytes to spare. */
function canSpare(): boolean {
  const { connection } = navigator as { connection?: Connection };
  if (!navigator.onLine || connection?.saveData === true) return false;
  return !["slow-2g", "2g", "3g"].includes(connection?.effectiveType ?? "4g");
}

/** The address that an element leads to within the shop; null for other elements. */
function addressOf(element: Element): URL | null {
  const link = element.closest<HTMLElement>("a[href], [data-href]");
  if (!link || link.hasAttribute("download")) return null;
  if (link instanceof HTMLAnchorElement && !["", "_self"].includes(link.target)) return null;
  const address = link.dataset["href"] ?? link.getAttribute("href") ?? "";
  const url = URL.canParse(address, window.location.href)
    ? new URL(address, window.location.href)
    : null;
  return url?.origin === window.location.origin ? url : null;
}

/** Prefetches pages, a few at once and not more than so many in a minute. */
class Prefetcher {
  private readonly router: DataRouter;
  private readonly queryClient: QueryClient;
  /** The last address that waits for one of the running prefetches to end; older ones are dropped. */
  private next: URL | null = null;
  private running = 0;
  private started: number[] = [];
  private readonly fetched = new Set<string>();

  constructor(router: DataRouter, queryClient: QueryClient) {
    this.router = router;
    this.queryClient = queryClient;
  }

  async prefetch(url: URL): Promise<void> {
    const address = url.pathname + url.search;
    const { location } = this.router.state;
    const load = this.loadOf(url);
    if (load === null || this.fetched.has(address)) return;
    if (address === location.pathname + location.search) return;
    if (this.running >= MAX_AT_ONCE) {
      this.next = url;
      return;
    }
    if (!canSpare() || !this.mayStart()) return;
    this.running += 1;
    this.fetched.add(address);
    try {
      await load();
    } catch {
      // The navigation loads it again, and shows what is wrong.
    }
    // What is in the cache becomes stale: a later intent looks again.
    setTimeout(() => this.fetched.delete(address), 60_000);
    this.running -= 1;
    const { next } = this;
    this.next = null;
    if (next) await this.prefetch(next);
  }

  private mayStart(): boolean {
    const now = performance.now();
    this.started = this.started.filter((time) => now - time < 60_000);
    if (this.started.length >= MAX_PER_MINUTE) return false;
    this.started.push(now);
    return true;
  }

  /** Loads the page at an address of the shop; null if there is none. */
  private loadOf(url: URL): (() => Promise<void>) | null {
    const matches = matchRoutes(this.router.routes as RouteObject[], url.pathname) ?? [];
    const page = matches.at(-1);
    const meta = metaOf(matches.map(({ route }) => ({ handle: route.handle as unknown })));
    const load = meta?.load;
    if (!page || !load) return null;
    return async () => {
      const { loader } = await load();
      if (!isPublic(meta) || typeof loader !== "function") return;
      await loader({
        request: new Request(url),
        url,
        params: page.params,
        pattern: page.route.path ?? "",
        context: new RouterContextProvider(new Map([[queryClientContext, this.queryClient]])),
      });
    };
  }
}

/** Only what is the same for everybody is fetched before the shopper asks for it. */
function isPublic({ isPrivate, needsLogin }: RouteMeta): boolean {
  return !isPrivate && !needsLogin;
}

function startOverlay(element: Element): void {
  const name = element.closest<HTMLElement>("[data-preload]")?.dataset["preload"];
  // A failure shows when the overlay is opened.
  if (name !== undefined && canSpare()) OVERLAYS[name]?.().catch(() => undefined);
}

/** Loads the module of the page that usually follows the current one. */
function prefetchNextPage(router: DataRouter, prefetcher: Prefetcher): void {
  const load = ({ navigation }: DataRouter["state"]) => {
    const next = NEXT_PAGES[currentMeta(router)?.name ?? ""];
    if (navigation.state !== "idle" || next === undefined) return;
    void whenIdle().then(() => prefetcher.prefetch(new URL(next, window.location.href)));
  };
  load(router.state);
  router.subscribe(load);
}

/** Starts listening for the intent to open a page or an overlay. */
export function startPrefetching(router: DataRouter, queryClient: QueryClient): void {
  const prefetcher = new Prefetcher(router, queryClient);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(waiting);
  const intend = ({ target }: Event, rest: number) => {
    cancel();
    if (!(target instanceof Element)) return;
    waiting = setTimeout(() => {
      startOverlay(target);
      const url = addressOf(target);
      if (url) void prefetcher.prefetch(url);
    }, rest);
  };
  const passive = { passive: true };
  document.addEventListener(
    "pointerover",
    (event) => {
      if (event.pointerType !== "touch") intend(event, REST);
    },
    passive,
  );
  document.addEventListener("touchstart", (event) => intend(event, TOUCH), passive);
  // Then what is pressed loads it, after the frame that shows the press.
  document.addEventListener("click", cancel, { capture: true });
  // The browser takes the touch over to scroll.
  document.addEventListener("pointercancel", cancel, passive);
  document.addEventListener("focusin", (event) => intend(event, REST), passive);
  prefetchNextPage(router, prefetcher);
  // From now on the client prefetches, not the browser by the speculation rules of the server.
  document.querySelector("script[type=speculationrules]")?.remove();
  document.documentElement.dataset["prefetch"] = "client";
}
