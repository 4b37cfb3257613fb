import { read, readList, remove, write } from "./browserStorage";

/** What the server takes as an id: a positive integer that JavaScript holds exactly. */
export function isSkuId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export function readSkuIds(key: string): number[] {
  return readList(key, isSkuId);
}

/** Writes only what has changed, so that two tabs do not answer each other for ever. */
export function writeSkuIds(key: string, ids: readonly number[]): void {
  if (ids.length === 0) {
    if (read(key) !== null) remove(key);
    return;
  }
  const text = JSON.stringify(ids);
  if (read(key) !== text) write(key, text);
}
