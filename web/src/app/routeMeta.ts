import { type DataRouter, matchRoutes, type RouteObject, type UIMatch } from "react-router";

/** What a file in `routes/` may export. */
export type RouteModule = Pick<RouteObject, "loader" | "Component">;

/** The `handle` of each page's route. */
export interface RouteMeta {
  name: string;
  /** Recorded before every navigation. */
  previousRouteName: string | null;
  /** Whether its URL is for one visitor only; its query must not be sent anywhere. */
  isPrivate: boolean;
  needsLogin: boolean;
  /** Imports the page's module, to have it before it is needed; null if it has none of its own. */
  load: (() => Promise<RouteModule>) | null;
}

export function meta(
  name: string,
  { isPrivate = false, needsLogin = false, load = null }: Partial<Omit<RouteMeta, "name">> = {},
): RouteMeta {
  return { name, previousRouteName: null, isPrivate, needsLogin, load };
}

function isMeta(handle: unknown): handle is RouteMeta {
  return typeof handle === "object" && handle !== null && "previousRouteName" in handle;
}

/** The meta of the innermost match that has one. */
export function metaOf(matches: readonly Pick<UIMatch, "handle">[]): RouteMeta | null {
  return matches.map((match) => match.handle).findLast(isMeta) ?? null;
}

export function metaAt(routes: RouteObject[], pathname: string): RouteMeta | null {
  const matches = matchRoutes(routes, pathname) ?? [];
  return metaOf(matches.map(({ route }) => ({ handle: route.handle as unknown })));
}

/** The meta of the current page. */
export function currentMeta({ state }: Pick<DataRouter, "state">): RouteMeta | null {
  return metaOf(state.matches.map(({ route }) => ({ handle: route.handle as unknown })));
}
