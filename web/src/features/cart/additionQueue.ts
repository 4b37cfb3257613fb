import { create } from "zustand";
import type { Money } from "@/api/types";
import { onStorageChange, readList, remove, write } from "@/storage/browserStorage";
import { PENDING_ADDITIONS } from "@/storage/keys";
import { useAppState, visitorOf } from "@/state/appState";

/** Units that were added to the cart while the shop could not be reached, or just before the page was left. */
export interface PendingAddition {
  /** The Idempotency-Key of every attempt to send it. */
  key: string;
  /** "guest" or a customer's id. A guest's additions follow into the account at sign-in. */
  visitor: string;
  skuId: number;
  quantity: number;
  /** As the shopper saw them; empty and null if they are not known. */
  title: string;
  price: Money | null;
}

/** In the order in which they were added. Filled from storage after the start. */
export const usePendingAdditions = create<{ additions: readonly PendingAddition[] }>()(() => ({
  additions: [],
}));

function isAddition(value: unknown): value is PendingAddition {
  if (typeof value !== "object" || value === null) return false;
  const { key, visitor, skuId, quantity, title } = value as Partial<PendingAddition>;
  return (
    [key, visitor, title].every((text) => typeof text === "string") &&
    [skuId, quantity].every((number) => Number.isSafeInteger(number) && Number(number) > 0)
  );
}

/** The list as stored, including changes by another tab. */
export function storedAdditions(): PendingAddition[] {
  return readList(PENDING_ADDITIONS, isAddition);
}

function store(additions: readonly PendingAddition[]): void {
  if (additions.length === 0) remove(PENDING_ADDITIONS);
  else write(PENDING_ADDITIONS, JSON.stringify(additions));
}

export function setPendingAdditions(additions: readonly PendingAddition[]): void {
  store(additions);
  usePendingAdditions.setState({ additions });
}

export function removeAddition(key: string): void {
  setPendingAdditions(storedAdditions().filter((addition) => addition.key !== key));
}

/** At sign-in: what another customer has added is not this one's. */
export function removeAdditionsExceptOf(customer: string): void {
  const stored = storedAdditions();
  const remaining = stored.filter(({ visitor }) => visitor === "guest" || visitor === customer);
  if (remaining.length < stored.length) setPendingAdditions(remaining);
}

export function belongsTo({ visitor }: PendingAddition, current: string): boolean {
  return visitor === "guest" || visitor === current;
}

/** The current visitor's additions. */
export function useVisitorsAdditions(): readonly PendingAddition[] {
  const visitor = useAppState(visitorOf);
  const additions = usePendingAdditions((state) => state.additions);
  return additions.filter((addition) => belongsTo(addition, visitor));
}

/** What this page is sending, by key. */
const sending = new Map<string, PendingAddition>();

/** Until an addition has arrived, the next page sends it with the same key if this one is left. */
export function untilSent(addition: PendingAddition, sent: Promise<void>): Promise<void> {
  sending.set(addition.key, addition);
  return sent.finally(() => sending.delete(addition.key));
}

/** Those of other pages, and those that wait for a connection. */
function othersStored(): PendingAddition[] {
  return storedAdditions().filter(({ key }) => !sending.has(key));
}

/** Restores the stored additions, and follows changes by other tabs. */
export function startPendingAdditions(): void {
  window.addEventListener("pagehide", () => store([...othersStored(), ...sending.values()]));
  // After Back to this page, it goes on sending its own.
  const restore = () => setPendingAdditions(othersStored());
  restore();
  onStorageChange((key) => {
    if (key === PENDING_ADDITIONS || key === null) restore();
  });
}
