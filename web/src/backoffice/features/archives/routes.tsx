import { screenRoute } from "../../ui/route";

export const routes = [
  screenRoute("settings/data", () => import("./DataPage"), "settings.export"),
  screenRoute("settings/data/import", () => import("./ImportPage"), "settings.import"),
];

/** Outside of the frame: nobody is signed in while an archive is imported. */
export const publicRoutes = [screenRoute("archive-import", () => import("./ImportProgressPage"))];
