import {
  Activity,
  type ContextType,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
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
 * The page of the router; with a product also the page that it was opened on, which is out of sight: see
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
  return (
    <>
      {over && <Content {...over} />}
      <Activity mode={over ? "hidden" : "visible"}>
        <Place>
          <Content {...page} />
        </Place>
        <TakenOver />
      </Activity>
    </>
  );
}

function Content({ place, outlet }: Page) {
  return <LocationContext value={place}>{outlet}</LocationContext>;
}

/**
 * Takes a retained page out of the document and puts it back, so that nothing there finds it: no link to
 * `#content`, no extension of the browser. React hides the outer element and never moves the inner one.
 */
function Place({ children }: { children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [place, page] = [outer.current, inner.current];
    if (page?.parentNode !== place) place?.append(page ?? "");
    // React ends the effects of what it hides.
    return () => page?.remove();
  }, []);
  return (
    <div ref={outer}>
      <div ref={inner}>{children}</div>
    </div>
  );
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
