import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const AN_HOUR = 3_600_000;

/** The shop's name, logo and favicon. */
export const companyLogoQuery = queryOptions({
  queryKey: ["shop", "companyLogo"],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/company-details/logoDetails", { signal }))).companyLogoDetails,
  staleTime: AN_HOUR,
});

/** The CDN endpoints for pictures. */
export const shopLogoQuery = queryOptions({
  queryKey: ["shop", "shopLogo"],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/switcheshop-details/logoDetails", { signal }))).companyLogoDetails,
  staleTime: AN_HOUR,
});
