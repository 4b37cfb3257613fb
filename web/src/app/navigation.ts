import { type MiddlewareFunction, redirect, type RouteObject } from "react-router";
import { fetchAvailability } from "@/features/shop/frame";
import { loginLink } from "@/features/signin/next";
import { isLoggedIn } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { metaAt } from "./routeMeta";

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Before every navigation: notes where the shopper comes from and asks what the shop can do. */
export function beforeEach(
  routes: () => RouteObject[],
  currentName: () => string | null,
): MiddlewareFunction {
  return async ({ request }, next) => {
    const target = metaAt(routes(), new URL(request.url).pathname);
    if (target) target.previousRouteName = currentName();
    fetchAvailability();
    await next();
  };
}

/** Sends a guest to sign in and back. Waits until it is known whether the visitor is one. */
export const requireLogin: MiddlewareFunction = async ({ request }, next) => {
  await sessionRestored();
  if (!isLoggedIn()) throw redirect(loginLink(pathOf(request)));
  await next();
};

/** An order may be seen with the key from its mail instead. */
export const requireLoginOrKey: MiddlewareFunction = async (args, next) => {
  if (new URL(args.request.url).searchParams.get("key")) await next();
  else await requireLogin(args, next);
};
