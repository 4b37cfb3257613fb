/** Registers the service worker, and does for it what only a page can do. */
import type { QueryClient } from "@tanstack/react-query";
import { accessToken } from "@/api/tokens";
import { usePendingAdditions } from "@/features/cart/additionQueue";
import { storeCustomer } from "@/features/signin/offlineCustomer";
import { timeOrDateTime } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useStoredPage } from "@/state/storedPage";
import { showToast } from "@/state/toasts";
import { deleteCustomerCopies } from "@/storage/customerCopies";
import {
  CACHE_PREFIX,
  type PageMessage,
  STORING_LOCK,
  SYNC_TAG,
  type WorkerMessage,
  type WorkerState,
} from "@/storage/workerProtocol";

const SCRIPT = "/sw.js";
/** Milliseconds between looking for a new version when the shopper comes back to the tab. */
const UPDATE_EVERY = 60 * 60 * 1000;

export async function startWorker(queryClient: QueryClient): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) =>
    receive(queryClient, data as WorkerMessage),
  );
  serviceWorker.startMessages();
  if (accessToken() === null) await deleteCustomerCopies();
  if (serviceWorker.controller) {
    void showAge(serviceWorker.controller);
    storeCustomers();
  } else serviceWorker.addEventListener("controllerchange", storeWhatIsOpen, { once: true });
  refetchWhenOnline(queryClient);
  await register();
}

/** Null if there is no worker, or the browser blocks workers. */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  try {
    const options = { updateViaCache: "none" } as const;
    const registration: unknown = await navigator.serviceWorker.register(SCRIPT, options);
    return registration instanceof ServiceWorkerRegistration ? registration : null;
  } catch {
    await removeIfGone();
    return null;
  }
}

async function register(): Promise<void> {
  const registration = await registered();
  if (registration === null) return;
  await registration.update().catch(removeIfGone);
  watchUpdates(registration);
  requestSync(registration);
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < UPDATE_EVERY) return;
    lookedAt = Date.now();
    registration.update().catch(removeIfGone);
  });
}

/** If the shop no longer has a worker, the one in this browser is removed with all it stored. */
async function removeIfGone(): Promise<void> {
  const response = await fetch(SCRIPT, { cache: "no-store" }).catch(() => null);
  if (response?.status !== 404 && response?.status !== 410) return;
  await new Promise<void>((resolve, reject) => {
    void navigator.locks.request(STORING_LOCK, async () => {
      await removeWorker().then(resolve, reject);
      // Held until this page is closed: the worker runs until then.
      await new Promise(() => undefined);
    });
  });
}

async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

function receive(queryClient: QueryClient, message: WorkerMessage): void {
  if (message.type === "sendAdditions") {
    void import("@/features/cart/sendAdditions").then(
      ({ sendAdditions }) => sendAdditions(queryClient),
      (error: unknown) => console.error("Error loading what sends additions:", error),
    );
  } else showStoredAt(message.storedAt);
}

function showStoredAt(time: string): void {
  useStoredPage.setState({ storedAt: timeOrDateTime(time, Date.now()) });
}

/** The script that this page started with, by which builds differ. */
function entry(): string {
  // A page from the server runs other files of the build before its entry.
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  const script = scripts[scripts.length - 1];
  return new URL(script?.src ?? location.href).pathname;
}

function post(worker: ServiceWorker, message: PageMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function askState(worker: ServiceWorker): Promise<WorkerState> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as WorkerState);
    post(worker, { type: "started", entry: entry() }, [port2]);
  });
}

async function showAge(worker: ServiceWorker): Promise<void> {
  const { pageStoredAt } = await askState(worker);
  if (pageStoredAt !== null) showStoredAt(pageStoredAt);
}

/** The first worker has just taken over this page: it stores what the page has loaded without it. */
function storeWhatIsOpen(): void {
  const { controller } = navigator.serviceWorker;
  if (!controller) return;
  const urls = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((url) => url.startsWith(`${location.origin}/`));
  post(controller, { type: "seen", urls: [location.href, ...new Set(urls)] });
  storeCustomers();
}

/** Lets the worker store the signed-in customer's orders, and their details for the account. */
function storeCustomers(): void {
  const details = useAppState.getState().userDetails?.details;
  if (details) void storeCustomer(details);
  useAppState.subscribe(({ userDetails }, before) => {
    if (userDetails && userDetails.details !== before.userDetails?.details) {
      void storeCustomer(userDetails.details);
    }
  });
}

function watchUpdates(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    const { waiting } = registration;
    if (waiting) void offerUpdate(waiting);
  };
  const watchInstalling = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", watchInstalling);
  watchInstalling();
  offer();
}

let isOffered = false;

/**
 * A page of the new build lets its worker take over; a page of the old one offers to reload, which gets
 * the new build from the network. In both cases the worker waits while another tab is open.
 */
async function offerUpdate(waiting: ServiceWorker): Promise<void> {
  const { isSameBuild } = await askState(waiting);
  if (isSameBuild) post(waiting, { type: "takeOver" });
  if (isSameBuild || isOffered || location.pathname.startsWith("/checkout")) return;
  isOffered = true;
  showToast(t("update.ready"), {
    label: t("action.reload"),
    run: () => window.location.reload(),
  });
}

/** Background sync, where it exists, wakes the page up as soon as the browser is online. */
function requestSync(registration: ServiceWorkerRegistration): void {
  const { sync } = registration as { sync?: { register: (tag: string) => Promise<void> } };
  const request = () => {
    if (usePendingAdditions.getState().additions.length === 0) return;
    sync?.register(SYNC_TAG).catch(() => undefined); // Forbidden by the browser's settings.
  };
  request();
  usePendingAdditions.subscribe(request);
}

/** What was read from storage is read again. */
function refetchWhenOnline(queryClient: QueryClient): void {
  window.addEventListener("online", () => {
    if (useStoredPage.getState().storedAt === null) return;
    useStoredPage.setState({ storedAt: null });
    void queryClient.refetchQueries({ type: "active" });
  });
}
