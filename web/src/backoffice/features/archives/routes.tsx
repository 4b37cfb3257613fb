import { screenRoute } from "../../ui/route";

export const routes = [screenRoute("settings/data", () => import("./DataPage"), "settings.export")];
