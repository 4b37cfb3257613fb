import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapVersioned } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Overview = Schemas["ThemeOverview"];
export type Summary = Schemas["ThemeSummary"];
export type Detail = Schemas["ThemeDetail"];
export type Tokens = Schemas["ThemeTokens"];
export type Check = Schemas["ThemeCheck"];
export type Finding = Schemas["ContrastFinding"];
export type ColourName = keyof Schemas["ThemeColours"];
export type Scheme = "light" | "dark";

export const themesQuery = queryOptions({
  queryKey: ["themes"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/themes")),
});

export const themeQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["themes", themeId],
    queryFn: () =>
      unwrapVersioned(api.GET("/api/admin/v1/themes/{themeId}", { params: { path: { themeId } } })),
  });

/** How tokens look. The server derives colours and CSS, so that the preview shows what shoppers will get. */
export const checkQuery = (tokens: Tokens) =>
  queryOptions({
    queryKey: ["theme-check", tokens],
    queryFn: () => unwrap(api.POST("/api/admin/v1/themes/check", { body: tokens })),
    staleTime: Infinity,
  });

export function createTheme(name: string, copyOf: number | null) {
  return unwrap(api.POST("/api/admin/v1/themes", { body: { name, copyOf } }));
}

export function saveTheme(themeId: number, body: { name: string; tokens: Tokens }, etag: string) {
  return unwrapVersioned(
    api.PUT("/api/admin/v1/themes/{themeId}", {
      params: { path: { themeId }, header: { "If-Match": etag } },
      body,
    }),
  );
}

export function publishTheme(themeId: number, etag: string) {
  return unwrap(
    api.POST("/api/admin/v1/themes/{themeId}/publish", {
      params: { path: { themeId }, header: { "If-Match": etag } },
    }),
  );
}

/** Shows shoppers a version, or the standard look for null. */
export function showVersion(versionId: number | null) {
  return versionId === null
    ? unwrap(api.POST("/api/admin/v1/themes/standard"))
    : unwrap(
        api.POST("/api/admin/v1/themes/versions/{versionId}/restore", {
          params: { path: { versionId } },
        }),
      );
}

export function deleteTheme(themeId: number) {
  return unwrap(api.DELETE("/api/admin/v1/themes/{themeId}", { params: { path: { themeId } } }));
}
