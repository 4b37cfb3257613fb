import { matchRoutes, type RouteObject, type UIMatch } from "react-router";

/** What each screen's route says of itself; it is the route's `handle`. */
export interface RouteMeta {
  name: string;
  /** The screen the shopper came from; recorded before every navigation. */
  previousRouteName: string | null;
  /** Whether title and metadata come as markup from the server, or from the screen. */
  head: "server" | "screen";
  needsLogin: boolean;
}

export function meta(
  name: string,
  { head = "server", needsLogin = false }: Partial<Pick<RouteMeta, "head" | "needsLogin">> = {},
): RouteMeta {
  return { name, previousRouteName: null, head, needsLogin };
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
