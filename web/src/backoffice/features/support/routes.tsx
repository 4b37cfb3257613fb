import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

const inbox = () => import("./InboxPage");

export const routes: RouteObject[] = [
  screenRoute("support", inbox, "support.read"),
  screenRoute("support/saved-replies", () => import("./SavedRepliesPage"), "support.read"),
  screenRoute("support/held", () => import("./HeldEmailsPage"), "support.read"),
  screenRoute("support/question/:question", inbox, "support.read"),
  screenRoute("support/review/:review", inbox, "support.read"),
  screenRoute("support/:ticket", inbox, "support.read"),
];
