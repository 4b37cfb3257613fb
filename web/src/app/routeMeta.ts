import { type DataRouter, matchRoutes, type RouteObject, type UIMatch } from "react-router";

/** What each screen's route says of itself; it is the route's `handle`. */
export interface RouteMeta {
  name: string;
  /** The screen the shopper came from; recorded before every navigation. */
  previousRouteName: string | null;
  /** Whether its address is for one visitor alone, and its query for nobody else to read. */
  isPrivate: boolean;
  needsLogin: boolean;
}

export function meta(
  name: string,
  { isPrivate = false, needsLogin = false }: Partial<Omit<RouteMeta, "name">> = {},
): RouteMeta {
  return { name, previousRouteName: null, isPrivate, needsLogin };
}

function isMeta(handle: unknown): handle is RouteMeta {
  return typeof handle === "object" && handle !== null && "previousRouteName" in handle;
}

/** The meta of the innermost screen among matches. */
export function metaOf(matches: readonly Pick<UIMatch, "handle">[]): RouteMeta | null {
  return matches.map((match) => match.handle).findLast(isMeta) ?? null;
}

export function metaAt(routes: RouteObject[], pathname: string): RouteMeta | null {
  const matches = matchRoutes(routes, pathname) ?? [];
  return metaOf(matches.map(({ route }) => ({ handle: route.handle as unknown })));
}

/** The meta of the screen that a router shows. */
export function shownMeta({ state }: Pick<DataRouter, "state">): RouteMeta | null {
  return metaOf(state.matches.map(({ route }) => ({ handle: route.handle as unknown })));
}
