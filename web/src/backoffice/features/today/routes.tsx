import { screenRoute } from "../../ui/route";

export const routes = [screenRoute("/", () => import("./TodayPage"))];
