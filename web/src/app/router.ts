import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, RouterContextProvider } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { onSessionEnd } from "@/api/tokens";
import { loginLink } from "@/features/signin/next";
import { isLoggedIn, useAppState } from "@/state/appState";
import { whenIdle } from "@/ui/lazy/whenIdle";
import { startListBehind } from "./behind/listBehind";
import { ignorePendingHead, loadHead, showFavicon } from "./head";
import { clearReloadFlag, type PageReload } from "./routeModules";
import { currentMeta } from "./routeMeta";
import { createRoutes } from "./routes";
import { followTextLinks } from "./textLinks";
import { recordVisitedPages } from "./visitedPages";

type Router = ReturnType<typeof createBrowserRouter>;

export function createRouter(queryClient: QueryClient): Router {
  const reload: PageReload = {
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
  const routes = createRoutes(queryClient, reload, () =>
    router.state.initialized ? (currentMeta(router)?.name ?? null) : null,
  );
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  });
  // The flag stays while the first page shows an error, such as for a module that failed to load.
  whenReady(router, clearReloadFlag);
  startListBehind(router);
  recordVisitedPages(router);
  updateHeadOnNavigation(router);
  followTextLinks(router);
  redirectWhenSignedOut(router);
  whenReady(router, () => void enhanceWhenIdle(router, queryClient));
  return router;
}

/** Calls `run` once the first page is shown. */
function whenReady(router: Router, run: () => void): void {
  const check = () => {
    if (!router.state.initialized || router.state.errors !== null) return;
    stop();
    run();
  };
  const stop = router.subscribe(check);
  check();
}

async function enhanceWhenIdle(router: Router, queryClient: QueryClient): Promise<void> {
  await whenIdle();
  try {
    const { startEnhancements } = await import("./enhancements");
    startEnhancements(router, queryClient);
  } catch (error) {
    console.error("Error loading an optional module:", error);
  }
}

/** The head of the first page comes with the document; the others are fetched. */
function updateHeadOnNavigation(router: Router): void {
  let shown = router.state.location;
  ignorePendingHead(shown.pathname + shown.search);
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== "idle") return;
    if (location.pathname + location.search === shown.pathname + shown.search) return;
    shown = location;
    const { pathname, search, hash } = location;
    // Redirects keep query and hash.
    const goTo = (path: string) => void router.navigate(path + search + hash, { replace: true });
    const isPrivate = currentMeta(router)?.isPrivate === true;
    void loadHead(pathname + search, goTo, isPrivate ? pathname : pathname + search);
  });
  useAppState.subscribe(({ companyLogoDetails }) => {
    showFavicon(companyLogoDetails.faviconImage);
  });
}

/** Pages that would show a guest's empty cart in place of the customer's. */
const CART_PAGE = /^\/(cart|checkout)$/;

/** Redirects to the login page if the session ends on a page that needs it, or that shows the cart. */
function redirectWhenSignedOut(router: Router): void {
  const goToLogin = () => {
    const { pathname, search } = router.state.location;
    void router.navigate(loginLink(pathname + search), { replace: true });
  };
  useAppState.subscribe((state, before) => {
    if (!isLoggedIn(before) || isLoggedIn(state)) return;
    const { search } = router.state.location;
    const needsLogin = currentMeta(router)?.needsLogin;
    if (needsLogin && !new URLSearchParams(search).has("key")) goToLogin();
  });
  onSessionEnd(() => {
    if (CART_PAGE.test(router.state.location.pathname)) goToLogin();
  });
}
