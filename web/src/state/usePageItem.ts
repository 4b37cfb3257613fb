import { useSyncExternalStore } from "react";
import type { PageItem } from "@/api/types";
import { useAppState } from "./appState";

const read = () => useAppState.getState().pageItem;

/**
 * What home is made of. Unlike `useAppState`, it reads the current value on a server too, where the
 * store's own hook returns the initial one.
 */
export function usePageItem(): PageItem {
  return useSyncExternalStore((changed) => useAppState.subscribe(changed), read, read);
}
