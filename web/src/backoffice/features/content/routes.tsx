import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("content/pages", () => import("./PagesPage"), "content.read"),
  screenRoute("content/pages/new", () => import("./NewPagePage"), "content.edit"),
  screenRoute("content/pages/:slug", () => import("./PageEditorPage"), "content.read"),
  screenRoute("content/blogs", () => import("./BlogsPage"), "content.read"),
  screenRoute("content/blogs/new", () => import("./NewBlogPage"), "content.edit"),
  screenRoute("content/blogs/:id", () => import("./BlogEditorPage"), "content.read"),
  screenRoute("content/faqs", () => import("./FaqsPage"), "content.read"),
  screenRoute("content/emails", () => import("./EmailsPage"), "content.read"),
  screenRoute("content/emails/:name", () => import("./EmailPage"), "content.read"),
];
