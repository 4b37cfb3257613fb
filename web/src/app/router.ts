import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, RouterContextProvider } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { loginLink } from "@/features/signin/next";
import { isLoggedIn, useAppState } from "@/state/appState";
import { showPrimary } from "@/theme/primary";
import { dropPendingHead, loadHead, showFavicon } from "./head";
import { clearReloadFlag, type Reloading } from "./modules";
import { shownMeta } from "./routeMeta";
import { createRoutes } from "./routes";
import { followTextLinks } from "./textLinks";
import { keepTrail } from "./trail";

type Router = ReturnType<typeof createBrowserRouter>;

export function createRouter(queryClient: QueryClient): Router {
  const reloading: Reloading = {
    target: () => {
      const { location } = router.state.navigation;
      return location ? location.pathname + location.search + location.hash : window.location.href;
    },
    go: (url) => {
      if (new URL(url, window.location.href).href === window.location.href) {
        window.location.reload();
      } else window.location.assign(url);
    },
  };
  const routes = createRoutes(queryClient, reloading, () =>
    router.state.initialized ? (shownMeta(router)?.name ?? null) : null,
  );
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  });
  clearFlagWhenReady(router);
  keepTrail(router);
  keepHead(router);
  followTextLinks(router);
  leaveWhenSignedOut(router);
  return router;
}

/** Ready is a router that shows a screen: one that stands at a failed module keeps the flag. */
function clearFlagWhenReady(router: Router): void {
  const clear = () => {
    if (!router.state.initialized || router.state.errors !== null) return;
    stop();
    clearReloadFlag();
  };
  const stop = router.subscribe(clear);
  clear();
}

/** The server wrote the head of the first page; each further one is fetched. */
function keepHead(router: Router): void {
  let shown = router.state.location;
  dropPendingHead(shown.pathname + shown.search);
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== "idle") return;
    if (location.pathname + location.search === shown.pathname + shown.search) return;
    shown = location;
    const { pathname, search, hash } = location;
    // What was asked of the page is asked of it under its other name.
    const goTo = (path: string) => void router.navigate(path + search + hash, { replace: true });
    const isPrivate = shownMeta(router)?.isPrivate === true;
    void loadHead(pathname + search, goTo, isPrivate ? pathname : pathname + search);
  });
  useAppState.subscribe(({ companyLogoDetails }) => {
    showFavicon(companyLogoDetails.faviconImage);
    showPrimary(companyLogoDetails.primaryColour);
  });
}

/** A session that ends while a customer's screen is open leads to the login screen. */
function leaveWhenSignedOut(router: Router): void {
  useAppState.subscribe((state, before) => {
    if (!isLoggedIn(before) || isLoggedIn(state)) return;
    const { location } = router.state;
    if (shownMeta(router)?.needsLogin !== true || new URLSearchParams(location.search).has("key"))
      return;
    void router.navigate(loginLink(location.pathname + location.search), { replace: true });
  });
}
