import { useSyncExternalStore } from "react";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const never = () => () => undefined;

/**
 * Whether the page was opened under an address of the visitor's own machine. Visitors of a public
 * address are spared a request whose answer is empty for them.
 */
export function useIsLocal(): boolean {
  return useSyncExternalStore(
    never,
    () => LOOPBACK.test(window.location.hostname),
    () => false,
  );
}
