import { createBrowserRouter, type RouteObject } from "react-router";
import { routes as signin } from "../features/signin/routes";
import { publicRoutes as archives } from "../features/archives/routes";
import { ExtensionPage } from "../features/extensions/ExtensionPage";
import { areaRoutes } from "./sections";
import { Guard } from "./Guard";
import { NotFound, PageFailed } from "./PageFailed";

const pages: RouteObject[] = [
  { ErrorBoundary: PageFailed, children: [...signin, ...archives] },
  {
    Component: Guard,
    ErrorBoundary: PageFailed,
    // The frame stays while a page fails.
    children: [
      {
        ErrorBoundary: PageFailed,
        children: [
          ...areaRoutes,
          { path: "*", element: <ExtensionPage otherwise={<NotFound />} /> },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(pages, { basename: "/backoffice" });
}
