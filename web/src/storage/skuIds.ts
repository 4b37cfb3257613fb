import { read, readList, remove, write } from "./browserStorage";

export function isSkuId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export function readSkuIds(key: string): number[] {
  return readList(key, isSkuId);
}

/** Skips unchanged values: otherwise two tabs would react to each other endlessly. */
export function writeSkuIds(key: string, ids: readonly number[]): void {
  if (ids.length === 0) {
    if (read(key) !== null) remove(key);
    return;
  }
  const text = JSON.stringify(ids);
  if (read(key) !== text) write(key, text);
}
