import { type MiddlewareFunction, redirect, type RouteObject } from "react-router";
import { fetchAvailability } from "@/features/shop/loadShop";
import { loginLink } from "@/features/signin/next";
import { isLoggedIn } from "@/state/appState";
import { announceNavigation } from "@/state/navigationStart";
import { waitForSession } from "@/state/waitForSession";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { metaAt } from "./routeMeta";

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * Before every navigation: lets the browser show what was pressed, records the previous route's name and
 * refreshes the availability. `currentName`: of the current page's route; null on the first page.
 */
export function beforeEach(
  routes: () => RouteObject[],
  currentName: () => string | null,
): MiddlewareFunction {
  return async ({ request }, next) => {
    const target = metaAt(routes(), new URL(request.url).pathname);
    if (currentName() !== null) {
      await nextFrame();
      announceNavigation(target?.name !== currentName());
    }
    if (target) target.previousRouteName = currentName();
    fetchAvailability();
    await next();
  };
}

/** Redirects guests to the login page. Waits until the session is restored. */
export const requireLogin: MiddlewareFunction = async ({ request }, next) => {
  await waitForSession();
  if (!isLoggedIn()) throw redirect(loginLink(pathOf(request)));
  await next();
};

/** Lets guests see an order with the key from its email. */
export const requireLoginOrKey: MiddlewareFunction = async (args, next) => {
  if (new URL(args.request.url).searchParams.get("key")) await next();
  else await requireLogin(args, next);
};
