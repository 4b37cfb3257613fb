/** The worker's caches: their names and limits, and how responses get into them. */
import type { Answers } from "@/api/answers";
import { unlessRemoved } from "@/storage/unlessRemoved";
import { CACHE_PREFIX, CUSTOMER_CACHE, CUSTOMER_LOCK, STORED_AT } from "@/storage/workerProtocol";
import { surplus } from "./rules";

/** Names the build, so that its files and pages are stored and deleted together. */
export const ASSETS = `${CACHE_PREFIX}assets-${__BUILD__}`;
/** Pages name the files of their build. */
export const PAGES = `${CACHE_PREFIX}pages-${__BUILD__}`;
export const PICTURES = `${CACHE_PREFIX}pictures`;
export const CATALOG = `${CACHE_PREFIX}catalog`;

const MEGABYTE = 1_000_000;
const LIMITS: Readonly<Record<string, { count: number; bytes: number }>> = {
  [PAGES]: { count: 60, bytes: 6 * MEGABYTE },
  [PICTURES]: { count: 300, bytes: 30 * MEGABYTE },
  [CATALOG]: { count: 200, bytes: 8 * MEGABYTE },
};
const CUSTOMER_LIMIT = { count: 120, bytes: 20 * MEGABYTE };
/** Writes to a cache between two checks of its limits. */
const CHECK_EVERY = 20;

const writes = new Map<string, number>();

/** A copy with the time and size as headers. Its body is decoded, whatever the headers say. */
async function toStored(response: Response): Promise<Response> {
  const body = await response.blob();
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.set("Content-Length", String(body.size));
  headers.set(STORED_AT, new Date().toISOString());
  return new Response(body, { status: response.status, headers });
}

/** Stores a response, which replaces an older one. Never rejects: a full disk must not fail a page. */
export async function store(name: string, key: Request | URL, response: Response): Promise<void> {
  try {
    const stored = await toStored(response);
    await unlessRemoved(async () =>
      write(await caches.open(name), name, key, stored, LIMITS[name]),
    );
  } catch (error) {
    await makeRoom(error);
  }
}

const ANSWERS = /<script type="application\/json" id="answers">([\s\S]*?)<\/script>/;

/**
 * Stores a page, and the data that the server has sent along with it: moving inside the shop needs that as
 * if it had been asked for. Never rejects.
 */
export async function storePage(url: URL, response: Response): Promise<void> {
  const copy = response.clone();
  await store(PAGES, url, response);
  const [, data] = ANSWERS.exec(await copy.text().catch(() => "")) ?? [];
  if (data === undefined) return;
  for (const [path, { body, total }] of Object.entries(JSON.parse(data) as Answers)) {
    const headers: HeadersInit = total === undefined ? {} : { "X-Total-Count": total };
    await store(CATALOG, new URL(path, location.origin), Response.json(body, { headers }));
  }
}

/** Stores a customer's response if that customer is still signed in. Never rejects. */
export async function storeOfCustomer(
  customer: string,
  request: Request,
  response: Response,
): Promise<void> {
  const name = CUSTOMER_CACHE + customer;
  try {
    const stored = await toStored(response);
    await navigator.locks.request(CUSTOMER_LOCK, async () => {
      // Signing out deletes the cache, and opening it would create it again.
      if (!(await caches.has(name))) return;
      await unlessRemoved(async () =>
        write(await caches.open(name), name, keyOf(request), stored, CUSTOMER_LIMIT),
      );
    });
  } catch (error) {
    await makeRoom(error);
  }
}

/** The address without headers, such as the access token. */
function keyOf(request: Request): Request {
  return new Request(request.url);
}

async function write(
  cache: Cache,
  name: string,
  key: Request | URL,
  stored: Response,
  limit: { count: number; bytes: number } | undefined,
): Promise<void> {
  // Deleted first, so that the order of a cache is that of its last writes.
  await cache.delete(key, { ignoreVary: true });
  await cache.put(key, stored);
  const count = (writes.get(name) ?? 0) + 1;
  writes.set(name, count);
  if (limit !== undefined && count % CHECK_EVERY === 1) await trim(cache, limit);
}

async function trim(cache: Cache, limit: { count: number; bytes: number }): Promise<void> {
  const keys = await cache.keys();
  const entries = await Promise.all(
    keys.map(async (key) => {
      const found = await cache.match(key, { ignoreVary: true });
      return { key, bytes: Number(found?.headers.get("Content-Length") ?? 0) };
    }),
  );
  await Promise.all(surplus(entries, limit).map(({ key }) => cache.delete(key)));
}

/** After the disk is full, the largest and least important cache makes room for the next writes. */
async function makeRoom(error: unknown): Promise<void> {
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    await caches.delete(PICTURES);
  }
}

/** Unlike opening it, this does not create a cache that has just been deleted. */
export function find(name: string, key: Request | URL): Promise<Response | undefined> {
  return caches.match(key, { cacheName: name, ignoreVary: true });
}

export function findOfCustomer(customer: string, request: Request): Promise<Response | undefined> {
  return find(CUSTOMER_CACHE + customer, keyOf(request));
}

/** Deletes what belongs to older builds. */
export async function deleteOldBuilds(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) =>
      (name.startsWith(`${CACHE_PREFIX}assets-`) && name !== ASSETS) ||
      (name.startsWith(`${CACHE_PREFIX}pages-`) && name !== PAGES),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
