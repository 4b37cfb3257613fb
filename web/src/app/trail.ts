import { type DataRouter, NavigationType } from "react-router";
import { track } from "@/state/track";
import { pathOf, type Place, useTrail } from "@/state/trail";
import { shownMeta } from "./routeMeta";

/** The address of the screen for others: a private one without what only its visitor may know. */
function publicPath({ state }: DataRouter, isPrivate: boolean): string {
  if (!isPrivate) return state.location.pathname + state.location.search;
  return `/${state.matches.flatMap(({ route }) => route.path ?? []).join("/")}`;
}

/**
 * Remembers, for each entry of the history, which screen stands before it, by the previous route's
 * name that the navigation has recorded in the meta; and tells analytics of each screen.
 */
export function keepTrail(router: DataRouter): void {
  const arrive = () => {
    const meta = shownMeta(router);
    const { initialized, location, historyAction } = router.state;
    if (!initialized || meta === null) return;
    const { current: left, before } = useTrail.getState();
    const { key, pathname, search } = location;
    if (left?.key === key && left.pathname === pathname && left.search === search) return;
    const { name, previousRouteName, isPrivate } = meta;
    const known = new Map(before);
    let place: Place | undefined;
    if (left !== null && previousRouteName !== null && historyAction === NavigationType.Push) {
      place = { name: previousRouteName, path: pathOf(left), title: left.title };
    } else if (left !== null && historyAction === NavigationType.Replace)
      place = before.get(left.key);
    else place = before.get(key);
    if (place) known.set(key, place);
    else known.delete(key);
    useTrail.setState({
      current: { key, name, pathname, search, title: null, previousRouteName },
      before: known,
    });
    const shown = publicPath(router, isPrivate);
    track("page_view", { page_path: shown, page_location: window.location.origin + shown });
  };
  arrive();
  router.subscribe(({ navigation }) => {
    if (navigation.state === "idle") arrive();
  });
}
