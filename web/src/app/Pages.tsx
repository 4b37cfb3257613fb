import { Activity, type ContextType, type ReactNode, use, useLayoutEffect, useState } from "react";
import {
  UNSAFE_DataRouterStateContext as RouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  useOutlet,
} from "react-router";
import { type RetainedPage, pagesAfter, type ShownPages } from "./retainedPages";
import { currentMeta } from "./routeMeta";

/** A page with what it reads from the router, which stays as it was when the page is left. */
interface Page extends RetainedPage {
  outlet: ReactNode;
  place: ContextType<typeof LocationContext>;
  state: ContextType<typeof RouterStateContext>;
}

function useCurrentPage(): Page {
  const outlet = useOutlet();
  const place = use(LocationContext);
  const state = use(RouterStateContext);
  const isPublic = state !== null && currentMeta({ state })?.isPrivate === false;
  return { outlet, place, state, location: place.location, isPublic };
}

/**
 * The page of the router; below a product also the page that it was opened on, which is not visible: see
 * `retainedPages.ts`. The router makes new elements with each step of a navigation; a page gets them only if it changes.
 */
export function Pages() {
  const current = useCurrentPage();
  const { place, state } = current;
  const [seen, setSeen] = useState(current);
  const [{ page, over }, setPages] = useState<ShownPages<Page>>({ page: current, over: null });
  if (place !== seen.place || state !== seen.state) {
    setSeen(current);
    setPages(pagesAfter({ page, over }, current));
  }
  // Elements of their own, so that browsers compute no styles of one page again when another one comes. The
  // visible page is the first in the document, where `#content` and the like are looked for.
  return (
    <>
      <div>{over && <Content {...over} />}</div>
      <div ref={over && keepLayout} style={over ? { contentVisibility: "hidden" } : undefined}>
        <Activity mode={over ? "hidden" : "visible"}>
          <Content {...page} />
          <TakenOver />
        </Activity>
      </div>
    </>
  );
}

function Content({ place, outlet }: Page) {
  return <LocationContext value={place}>{outlet}</LocationContext>;
}

/**
 * React hides a retained page with `display: none`, for which browsers forget its styles and layout. With
 * `content-visibility: hidden` around it, it is as invisible, and need not be laid out again.
 */
function keepLayout(below: HTMLElement | null): void {
  if (CSS.supports("content-visibility: hidden"))
    below?.querySelector("main")?.style.removeProperty("display");
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
