import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page has been taken over from the server, so that its content may differ from the server's. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
