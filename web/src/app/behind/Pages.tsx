import { useQueryClient } from "@tanstack/react-query";
import {
  type ContextType,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  UNSAFE_DataRouterStateContext as RouterState,
  UNSAFE_LocationContext as RouterLocation,
  useOutlet,
} from "react-router";
import { IsBehind } from "@/state/isBehind";
import { ROUTES } from "../routeManifest";
import { metaOf } from "../routeMeta";
import { leaveBehind, putBack } from "./listBehind";
import { entryOf, firstPage, type Page, pagesAfter } from "./pageStack";

/**
 * A page with what it reads from the router: the one behind must not follow it elsewhere, for which the router has
 * no public API.
 */
interface RoutedPage extends Page {
  content: ReactNode;
  location: ContextType<typeof RouterLocation>;
  state: ContextType<typeof RouterState>;
}

const LISTS = new Set(
  Object.entries(ROUTES)
    .filter(([, { module }]) => module === "home" || module === "productList")
    .map(([name]) => name),
);

function isList(name: string | undefined): boolean {
  return name !== undefined && LISTS.has(name);
}

function useRoutedPage(): RoutedPage {
  const content = useOutlet();
  const location = use(RouterLocation);
  const state = use(RouterState);
  const handles = state?.matches.map(({ route }) => ({ handle: route.handle as unknown })) ?? [];
  const entry = entryOf(location.location);
  return { entry, name: metaOf(handles)?.name, content, location, state };
}

function isSame(one: RoutedPage, other: RoutedPage): boolean {
  return (
    one.content === other.content && one.location === other.location && one.state === other.state
  );
}

/** The router's current page, and the list that it was opened from. */
export function Pages() {
  const now = useRoutedPage();
  const [seen, setSeen] = useState(now);
  const [pages, setPages] = useState(() => firstPage(now));
  if (!isSame(seen, now)) {
    setSeen(now);
    setPages(pagesAfter(pages, now, isList));
  }
  const { current, behind, isReturned, number } = pages;
  useRefetchOnReturn(isReturned);
  return (
    <>
      <Routed key={number} page={current} />
      {behind && <Routed key={number - 1} page={behind} isBehind />}
    </>
  );
}

interface RoutedProps {
  page: RoutedPage;
  isBehind?: boolean;
}

/** React expects the outer element in the document; the inner one is taken out while the page is behind another. */
function Routed({ page: { entry, content, location, state }, isBehind = false }: RoutedProps) {
  const place = useRef<HTMLDivElement>(null);
  const left = isBehind ? entry : undefined;
  useLayoutEffect(() => {
    if (left !== undefined && place.current) return leaveBehind(left, place.current);
    return undefined;
  }, [left]);
  useLayoutEffect(() => {
    const element = place.current;
    return () => putBack(element);
  }, []);
  return (
    <div ref={place}>
      <div>
        <RouterState value={state}>
          <RouterLocation value={location}>
            <IsBehind value={isBehind}>{content}</IsBehind>
          </RouterLocation>
        </RouterState>
      </div>
    </div>
  );
}

/** Queries reload old data when a page appears, which a list that was behind another does not. */
function useRefetchOnReturn(isReturned: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isReturned) void queryClient.refetchQueries({ type: "active", stale: true });
  }, [isReturned, queryClient]);
}
