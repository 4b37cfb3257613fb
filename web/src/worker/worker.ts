/// <reference lib="WebWorker" />
/** The service worker: lets shoppers read offline what they have seen. See docs/offline.md. */
import { unlessRemoved } from "@/storage/unlessRemoved";
import {
  type PageMessage,
  STORED_AT,
  SYNC_TAG,
  type WorkerMessage,
  type WorkerState,
} from "@/storage/workerProtocol";
import { asset, catalog, ofCustomer, page, picture, shellUrl } from "./respond";
import { isStorable, isStorablePage, kindOf } from "./rules";
import {
  ASSETS,
  CATALOG,
  deleteOldBuilds,
  find,
  PAGES,
  PICTURES,
  store,
  storePage,
} from "./stores";

declare const self: ServiceWorkerGlobalScope;

const ANSWERS = { page, asset, picture, catalog, customer: ofCustomer } as const;
const STORES = { page: PAGES, asset: ASSETS, picture: PICTURES, catalog: CATALOG } as const;

/** When the page of a client was stored, for clients that were opened from storage. */
const pagesFromStorage = new Map<string, string>();

/** Milliseconds after which the shell is fetched again: the operator may have changed the theme. */
const SHELL_LIFETIME = 24 * 60 * 60 * 1000;

async function install(): Promise<void> {
  const isStored = await unlessRemoved(async () => {
    const cache = await caches.open(ASSETS);
    await cache.addAll(__PRECACHE__);
  });
  if (!isStored) throw new Error("A page removes the worker.");
  await storeShell();
}

/**
 * Stores the page for addresses that are not stored. Rejects if it cannot be fetched, or if it is of
 * another build, whose files are not stored.
 */
async function storeShell(): Promise<void> {
  const response = await fetch(shellUrl(), { cache: "no-cache" });
  if (!response.ok || !(await response.clone().text()).includes(__ENTRY__)) {
    throw new Error("The shell of this build is missing.");
  }
  await store(PAGES, shellUrl(), response);
}

async function refreshShell(): Promise<void> {
  const stored = await find(PAGES, shellUrl());
  const storedAt = Date.parse(stored?.headers.get(STORED_AT) ?? "");
  if (Date.now() - storedAt < SHELL_LIFETIME) return;
  await storeShell().catch(() => undefined);
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // Missing in older browsers, contrary to the types.
      const { navigationPreload } = self.registration as {
        navigationPreload?: NavigationPreloadManager;
      };
      await navigationPreload?.enable();
      await deleteOldBuilds();
      // The first worker takes over pages that have none; later ones find none to take over.
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = kindOf(
    {
      method: request.method,
      url: new URL(request.url),
      mode: request.mode,
      hasRange: request.headers.has("Range"),
      authorization: request.headers.get("Authorization"),
    },
    location.origin,
  );
  if (kind !== null) event.respondWith(answer(event, kind));
});

async function answer(event: FetchEvent, kind: keyof typeof ANSWERS): Promise<Response> {
  const { response, storedAt } = await ANSWERS[kind](event);
  if (storedAt !== null) {
    if (kind === "page") pagesFromStorage.set(event.resultingClientId, storedAt);
    else event.waitUntil(tell(event.clientId, { type: "fromStorage", storedAt }));
  }
  return response;
}

async function tell(clientId: string, message: WorkerMessage): Promise<void> {
  (await self.clients.get(clientId))?.postMessage(message);
}

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage;
  const client = event.source as WindowClient | null;
  if (message.type === "started") {
    const state: WorkerState = {
      isSameBuild: message.entry.endsWith(__ENTRY__),
      pageStoredAt: (client && pagesFromStorage.get(client.id)) ?? null,
    };
    if (client) pagesFromStorage.delete(client.id);
    event.ports[0]?.postMessage(state);
    if (self.serviceWorker.state === "activated") event.waitUntil(refreshShell());
  } else if (message.type === "seen") event.waitUntil(storeSeen(message.urls));
  else event.waitUntil(takeOver(client));
});

/** Activates this worker now, if the page that asks is the only one: others may need the old build. */
async function takeOver(asking: Client | null): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.every(({ id, url }) => id === asking?.id || isOther(url))) await self.skipWaiting();
}

function isOther(url: string): boolean {
  return new URL(url).pathname.startsWith("/backoffice");
}

/** Stores the page that was open before there was a worker, mostly from the browser's HTTP cache. */
async function storeSeen(urls: readonly string[]): Promise<void> {
  for (const text of urls.slice(0, 60)) {
    const url = new URL(text);
    url.hash = "";
    const facts = { method: "GET", url, mode: "", hasRange: false, authorization: null };
    const kind = isStorablePage(url) ? "page" : kindOf(facts, location.origin);
    if (kind === null || kind === "customer" || (await find(STORES[kind], url))) continue;
    try {
      // Not a visit of its own.
      const headers = kind === "page" ? { Purpose: "prefetch", Accept: "text/html" } : undefined;
      const response = await fetch(url, headers ? { headers } : {});
      if (!isStorable(kind, response)) continue;
      await (kind === "page" ? storePage(url, response) : store(STORES[kind], url, response));
    } catch {
      return; // Offline again.
    }
  }
}

/** The browser is online while additions to the cart are waiting. Only pages have the access token. */
self.addEventListener("sync", (event) => {
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag !== SYNC_TAG) return;
  sync.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      pages[0]?.postMessage({ type: "sendAdditions" } satisfies WorkerMessage);
    }),
  );
});
