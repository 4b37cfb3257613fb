import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** The operator's steps to a shop that can sell. The server sends them to local visitors alone. */
export const nextStepsQuery = queryOptions({
  queryKey: ["shop", "nextSteps"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/shop/next-steps", { signal }))).steps,
  retry: false,
});
