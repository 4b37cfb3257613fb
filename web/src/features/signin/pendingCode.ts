import { readTab, removeTab, writeTab } from "@/storage/tabStorage";
import { PENDING_CODE } from "@/storage/keys";
import type { Channel } from "./contact";

/** A code that is on its way; it survives a reload of the page, and so does its countdown. */
export interface PendingCode {
  channel: Channel;
  contact: string;
  /** When another may be asked for, in milliseconds. */
  resendAt: number;
  expiresAt: number;
}

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== "object" || value === null) return false;
  const { channel, contact, resendAt, expiresAt } = value as Record<keyof PendingCode, unknown>;
  return (
    (channel === "email" || channel === "phone") &&
    typeof contact === "string" &&
    typeof resendAt === "number" &&
    typeof expiresAt === "number"
  );
}

/** The code that this tab waits for, unless its time is over. */
export function readPendingCode(now: number): PendingCode | null {
  const pending = readTab(PENDING_CODE, isPendingCode);
  return pending && pending.expiresAt > now ? pending : null;
}

export function keepPendingCode(
  channel: Channel,
  contact: string,
  sent: { resendInSeconds: number; expiresInSeconds: number },
  now: number,
): PendingCode {
  const pending = {
    channel,
    contact,
    resendAt: now + sent.resendInSeconds * 1000,
    expiresAt: now + sent.expiresInSeconds * 1000,
  };
  writeTab(PENDING_CODE, pending);
  return pending;
}

export function forgetPendingCode(): void {
  removeTab(PENDING_CODE);
}
