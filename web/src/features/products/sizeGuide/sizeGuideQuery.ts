import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function sizeGuideQuery(slug: string) {
  return queryOptions({
    queryKey: ["catalog", "sizeGuide", slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/size-guides/{slug}", { signal, params: { path: { slug } } })),
    staleTime: 300_000,
  });
}
