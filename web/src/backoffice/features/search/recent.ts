import { useEffect } from "react";
import { useLocation } from "react-router";
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

const RECORDS: readonly [FoundKind, RegExp][] = [
  ["orders", /^\/orders\/(SO-[0-9A-Z-]+)$/],
  ["customers", /^\/customers\/(\d+)$/],
  ["tickets", /^\/support\/(ST-[0-9A-Z-]+)$/],
  ["returns", /^\/returns\/(RT-[0-9A-Z-]+)$/],
];

/** Remembers the records whose pages are opened, wherever they were opened from. */
export function useRememberOpened(operatorId: number): void {
  const { pathname } = useLocation();
  useEffect(() => {
    for (const [kind, pattern] of RECORDS) {
      const id = pattern.exec(pathname)?.[1];
      if (id !== undefined) rememberOpened(operatorId, { kind, id });
    }
  }, [pathname, operatorId]);
}
