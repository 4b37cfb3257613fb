import { useSyncExternalStore } from "react";
import type { PageItem } from "@/api/types";
import { useAppState } from "./appState";

const read = () => useAppState.getState().pageItem;

/** The content of the home page. On a server, `useAppState` would return the store's initial value. */
export function usePageItem(): PageItem {
  return useSyncExternalStore((changed) => useAppState.subscribe(changed), read, read);
}
