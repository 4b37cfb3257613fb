import { queryOptions } from "@tanstack/react-query";
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
