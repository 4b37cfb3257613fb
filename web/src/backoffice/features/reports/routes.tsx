import { screenRoute } from "../../ui/route";

export const routes = [
  screenRoute("reports", () => import("./ReportsPage"), "reports.read"),
  screenRoute("reports/:report", () => import("./ReportPage"), "reports.read"),
];
