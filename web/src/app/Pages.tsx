import {
  Activity,
  type ContextType,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  UNSAFE_DataRouterDataContext as RouterDataContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  useOutlet,
} from "react-router";
import { type KeptPage, pagesAfter, type ShownPages } from "./keptPages";
import { metaOf } from "./routeMeta";

/** A page with what it reads from the router, which stays as it was when the page is left. */
interface Page extends KeptPage {
  outlet: ReactNode;
  place: ContextType<typeof LocationContext>;
  state: ContextType<typeof RouterStateContext>;
  errors: unknown;
}

function useCurrentPage(): Page {
  const outlet = useOutlet();
  const place = use(LocationContext);
  const state = use(RouterStateContext);
  const errors = use(RouterDataContext)?.errors;
  const handles = state?.matches.map(({ route }) => ({ handle: route.handle as unknown })) ?? [];
  const isPublic = metaOf(handles)?.isPrivate === false;
  return { outlet, place, state, errors, location: place.location, isPublic };
}

/**
 * The page of the router; below a product also the page that it was opened on, which is not visible: see
 * `keptPages.ts`. The router makes new elements with each step of a navigation; a page gets them only if it changes.
 */
export function Pages() {
  const current = useCurrentPage();
  const { place, state, errors } = current;
  const [seen, setSeen] = useState(current);
  const [{ page, over }, setPages] = useState<ShownPages<Page>>({ page: current, over: null });
  if (place !== seen.place || state !== seen.state || errors !== seen.errors) {
    setSeen(current);
    setPages(pagesAfter({ page, over }, current, place.navigationType));
  }
  const below = useRef<HTMLDivElement>(null);
  const isKept = over !== null;
  useKeptLayout(below, isKept);
  // Elements of their own, so that browsers compute no styles of one page again when another one comes. The
  // visible page is the first in the document, where `#content` and the like are looked for.
  return (
    <>
      <div>{over && <Content page={over} />}</div>
      <div ref={below} style={isKept ? { contentVisibility: "hidden" } : undefined}>
        <Activity mode={isKept ? "hidden" : "visible"}>
          <Content page={page} />
          <TakenOver />
        </Activity>
      </div>
    </>
  );
}

function Content({ page }: { page: Page }) {
  return (
    <LocationContext value={page.place}>
      <RouterStateContext value={page.state}>{page.outlet}</RouterStateContext>
    </LocationContext>
  );
}

/**
 * React hides a kept page with `display: none`, for which browsers forget its styles and layout. With
 * `content-visibility: hidden` around it, it is as invisible, and need not be laid out again.
 */
function useKeptLayout(below: RefObject<HTMLElement | null>, isKept: boolean): void {
  useLayoutEffect(() => {
    if (!isKept || !CSS.supports("content-visibility", "hidden")) return;
    for (const element of below.current?.children ?? []) {
      if (element instanceof HTMLElement) element.style.removeProperty("display");
    }
  }, [below, isKept]);
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
