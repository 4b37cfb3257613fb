import { readTab, removeTab, writeTab } from "@/storage/tabStorage";
import { PENDING_CODE } from "@/storage/keys";
import type { Channel } from "./contact";

/** A requested code. It survives a reload of the page, as does its countdown. */
export interface PendingCode {
  channel: Channel;
  contact: string;
  /** When another code can be requested, in milliseconds. */
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

/** The code requested in this tab, unless it has expired. */
export function readPendingCode(now: number): PendingCode | null {
  const pending = readTab(PENDING_CODE, isPendingCode);
  return pending && pending.expiresAt > now ? pending : null;
}

export function savePendingCode(
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

export function clearPendingCode(): void {
  removeTab(PENDING_CODE);
}
