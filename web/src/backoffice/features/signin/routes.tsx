import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("sign-in", () => import("./SignInPage")),
  screenRoute("first-owner", () => import("./FirstOwnerPage")),
  screenRoute("invitation", () => import("./InvitationPage")),
];
