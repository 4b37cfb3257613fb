/** How each kind of request is answered: from the network, from storage, or both. */
import { STORED_AT } from "@/storage/workerProtocol";
import { customerOf, isStorable, isStorablePage, type Kind } from "./rules";
import {
  ASSETS,
  CATALOG,
  find,
  findOfCustomer,
  PAGES,
  PICTURES,
  store,
  storeOfCustomer,
  storePage,
} from "./stores";

export const SHELL = "/shell.html";
/** Milliseconds that a page or its data is waited for if an older one is stored. */
const PATIENCE = 4_000;

interface Answer {
  response: Response;
  /** ISO time; null if the response is from the network. */
  storedAt: string | null;
}

function fromStorage(response: Response): Answer {
  return { response, storedAt: response.headers.get(STORED_AT) };
}

/** Asks the network, and stores what may be stored while the page is already being answered. */
async function ask(
  event: FetchEvent,
  kind: Kind,
  save: ((response: Response) => Promise<void>) | null,
  preload: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const response = (await preload) ?? (await fetch(event.request));
  if (save !== null && isStorable(kind, response)) event.waitUntil(save(response.clone()));
  return response;
}

/**
 * The network's response; the stored one if the network fails, or is slow and something is stored. The
 * slow response is stored all the same, for the next time.
 */
async function networkFirst(
  event: FetchEvent,
  network: Promise<Response>,
  stored: () => Promise<Response | undefined>,
): Promise<Answer> {
  const outcome = network.then(
    (response): Answer => ({ response, storedAt: null }),
    () => null,
  );
  event.waitUntil(outcome);
  const late = new Promise<"late">((resolve) => setTimeout(resolve, PATIENCE, "late"));
  const first = await Promise.race([outcome, late]);
  if (first !== "late" && first !== null && first.response.status < 502) return first;
  const found = await stored();
  if (found) return fromStorage(found);
  const answered = first === "late" ? await outcome : first;
  return answered ?? { response: Response.error(), storedAt: null };
}

/** A page: from the network, else the stored page of this address, else the shell. */
export function page(event: FetchEvent): Promise<Answer> {
  const url = new URL(event.request.url);
  url.hash = "";
  const save = isStorablePage(url) ? (response: Response) => storePage(url, response) : null;
  const preload = event.preloadResponse as Promise<Response | undefined>;
  return networkFirst(
    event,
    ask(event, "page", save, preload),
    async () => (await find(PAGES, url)) ?? find(PAGES, shellUrl()),
  );
}

export function shellUrl(): URL {
  return new URL(SHELL, location.origin);
}

/** A file of any build that is stored; its name changes with its content. */
export async function asset(event: FetchEvent): Promise<Answer> {
  const { request } = event;
  // A page of a new build may be open while an older worker still serves it.
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return { response: found, storedAt: null };
  const save = (response: Response) => store(ASSETS, request, response);
  return { response: await ask(event, "asset", save), storedAt: null };
}

/** A picture: the stored one at once, and unless it never changes, a new one for the next time. */
export async function picture(event: FetchEvent): Promise<Answer> {
  const { request } = event;
  const save = (response: Response) => store(PICTURES, request, response);
  const found = await find(PICTURES, request);
  if (!found) return { response: await ask(event, "picture", save), storedAt: null };
  if (!/\bimmutable\b/.test(found.headers.get("Cache-Control") ?? "")) {
    event.waitUntil(ask(event, "picture", save).catch(() => undefined));
  }
  return { response: found, storedAt: null };
}

/** Public data of the catalogue and the content pages. */
export function catalog(event: FetchEvent): Promise<Answer> {
  const key = new URL(event.request.url);
  const save = (response: Response) => store(CATALOG, key, response);
  return networkFirst(event, ask(event, "catalog", save), () => find(CATALOG, key));
}

/** A customer's own data, from and for this customer only. */
export function ofCustomer(event: FetchEvent): Promise<Answer> {
  const { request } = event;
  const customer = customerOf(request.headers.get("Authorization"));
  if (customer === null) {
    return fetch(request).then((response) => ({ response, storedAt: null }));
  }
  const save = (response: Response) => storeOfCustomer(customer, request, response);
  return networkFirst(event, ask(event, "customer", save), () => findOfCustomer(customer, request));
}
