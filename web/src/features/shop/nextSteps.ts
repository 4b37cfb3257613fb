import { queryOptions } from "@tanstack/react-query";
import { api, ask } from "@/api/client";

/** What the operator has to do before anybody can order; the shop tells nobody else. */
export const nextStepsQuery = queryOptions({
  queryKey: ["shop", "nextSteps"],
  queryFn: async ({ signal }) => (await ask(api.GET("/api/shop/next-steps", { signal }))).steps,
  retry: false,
});
