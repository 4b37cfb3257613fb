import { useSyncExternalStore } from "react";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const subscribeToNothing = () => () => undefined;

/** Whether the page was opened from localhost. */
export function useIsLocal(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => LOOPBACK.test(window.location.hostname),
    () => false,
  );
}
