import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];
export type ListedSizeGuide = Schemas["ListedSizeGuide"];
export type SizeGuideDetails = Schemas["SizeGuideDetails"];
export type SizeGuideInput = Schemas["SizeGuideInput"];

export const sizeGuidesQuery = queryOptions({
  queryKey: ["size-guides"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/size-guides")),
});

export const sizeGuideQuery = (sizeGuideId: number) =>
  queryOptions({
    queryKey: ["size-guides", sizeGuideId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/size-guides/{sizeGuideId}", { params: { path: { sizeGuideId } } }),
      ),
  });
