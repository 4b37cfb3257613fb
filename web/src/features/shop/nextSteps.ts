import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, ask } from "@/api/client";
import type { NextSteps } from "./nextStepsTypes";

type Call = (
  path: "/api/shop/next-steps",
  init: { signal: AbortSignal },
) => Promise<{ data?: { status: true; output: NextSteps }; error?: unknown; response: Response }>;

/** What the operator has to do before anybody can order; the shop tells nobody else. */
export const nextStepsQuery = queryOptions({
  queryKey: ["shop", "nextSteps"],
  queryFn: async ({ signal }) =>
    (await ask((api.GET as unknown as Call)("/api/shop/next-steps", { signal }))).steps,
  retry: false,
});

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
