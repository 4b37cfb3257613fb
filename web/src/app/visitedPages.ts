import { type DataRouter, NavigationType } from "react-router";
import { track } from "@/state/track";
import { pathOf, type VisitedPage, useVisitedPages } from "@/state/visitedPages";
import { currentMeta } from "./routeMeta";

/** The URL for analytics; for a private page only the pattern of its path. */
function publicPath({ state }: DataRouter, isPrivate: boolean): string {
  if (!isPrivate) return state.location.pathname + state.location.search;
  return state.matches.at(-1)?.route.path ?? "/";
}

/**
 * Records the previous page of each history entry, from the name that the navigation has put in the
 * route's meta, and sends page views to analytics.
 */
export function recordVisitedPages(router: DataRouter): void {
  const record = () => {
    const meta = currentMeta(router);
    const { initialized, location, historyAction } = router.state;
    if (!initialized || meta === null) return;
    const { current: left, before } = useVisitedPages.getState();
    const { key, pathname, search } = location;
    if (left?.key === key && left.pathname === pathname && left.search === search) return;
    const { name, previousRouteName, isPrivate } = meta;
    const previous = new Map(before);
    let place: VisitedPage | undefined;
    if (left !== null && previousRouteName !== null && historyAction === NavigationType.Push) {
      place = { name: previousRouteName, path: pathOf(left), title: left.title };
    } else if (left !== null && historyAction === NavigationType.Replace)
      place = before.get(left.key);
    else place = before.get(key);
    if (place) previous.set(key, place);
    else previous.delete(key);
    useVisitedPages.setState({
      current: { key, name, pathname, search, title: null, previousRouteName },
      before: previous,
    });
    const shown = publicPath(router, isPrivate);
    track("page_view", { page_path: shown, page_location: window.location.origin + shown });
  };
  record();
  router.subscribe(({ navigation }) => {
    if (navigation.state === "idle") record();
  });
}
