import { Activity, type ContextType, type ReactNode, use, useLayoutEffect, useState } from "react";
import {
  UNSAFE_DataRouterDataContext as RouterDataContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  useOutlet,
} from "react-router";
import { type KeptPage, pagesAfter } from "./keptPages";
import { metaOf } from "./routeMeta";

/** A page with what it reads from the router, which stays as it was when the page is left. */
interface Page extends KeptPage {
  outlet: ReactNode;
  place: ContextType<typeof LocationContext>;
  state: ContextType<typeof RouterStateContext>;
  errors: unknown;
}

function useCurrentPage(): Omit<Page, "id"> {
  const outlet = useOutlet();
  const place = use(LocationContext);
  const state = use(RouterStateContext);
  const errors = use(RouterDataContext)?.errors;
  const handles = state?.matches.map(({ route }) => ({ handle: route.handle as unknown })) ?? [];
  const isPublic = metaOf(handles)?.isPrivate === false;
  return { outlet, place, state, errors, location: place.location, isPublic };
}

/**
 * In the moment from which React listens to the page, which it takes over after what is around it: what is
 * done before is noted, and repeated later.
 */
function TakenOver() {
  useLayoutEffect(() => {
    document.documentElement.dataset["started"] = "";
  }, []);
  return null;
}

/**
 * The page of the router, and one that was left for a product, which is not visible: see `keptPages.ts`. The
 * router makes new elements with each step of a navigation; a page gets them only if it changes.
 */
export function Pages() {
  const current = useCurrentPage();
  const { place, state, errors } = current;
  const [seen, setSeen] = useState(current);
  const [pages, setPages] = useState<[Page, ...Page[]]>(() => [{ ...current, id: 0 }]);
  if (place !== seen.place || state !== seen.state || errors !== seen.errors) {
    setSeen(current);
    setPages(pagesAfter(pages, current, place.navigationType));
  }
  const [shown] = pages;
  // The visible page is the first in the document, where `#content` and the like are looked for.
  return pages.map((page) => (
    <Activity key={page.id} mode={page === shown ? "visible" : "hidden"}>
      <LocationContext value={page.place}>
        <RouterStateContext value={page.state}>{page.outlet}</RouterStateContext>
      </LocationContext>
      <TakenOver />
    </Activity>
  ));
}
