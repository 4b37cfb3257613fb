import { read, write } from "@/storage/browserStorage";
import type { FoundKind } from "./types";

/** What was opened last, by its number or id only: names of customers do not stay in the browser. */
export interface Recent {
  kind: FoundKind;
  id: string;
}

const KEEP = 8;
const keyOf = (operatorId: number) => `stallage.backoffice.recent.${operatorId}`;

export function readRecent(operatorId: number): Recent[] {
  try {
    const stored = JSON.parse(read(keyOf(operatorId)) ?? "[]") as Recent[];
    return Array.isArray(stored) ? stored.slice(0, KEEP) : [];
  } catch {
    return [];
  }
}

export function rememberOpened(operatorId: number, opened: Recent): void {
  const rest = readRecent(operatorId).filter(
    ({ kind, id }) => kind !== opened.kind || id !== opened.id,
  );
  write(keyOf(operatorId), JSON.stringify([opened, ...rest].slice(0, KEEP)));
}
