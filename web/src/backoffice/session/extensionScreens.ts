import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { components } from "../api/schema";

export type ExtensionScreen = components["schemas"]["ExtensionScreen"];

/** Screens of plug-ins that the operator may see. They change with an installation, hence a restart, only. */
export const extensionScreensQuery = queryOptions({
  queryKey: ["extension-screens"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/extensions/screens")),
  staleTime: Infinity,
});

/** The screen at an address, which may be further down: `/stamp-card/7` is of `/stamp-card`. */
export function screenAt(
  screens: readonly ExtensionScreen[],
  pathname: string,
): ExtensionScreen | undefined {
  return screens
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
