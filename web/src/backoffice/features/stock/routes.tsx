import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

export const routes: RouteObject[] = [
  screenRoute("stock", () => import("./StockPage"), "stock.read"),
  screenRoute("stock/skus/:id", () => import("./SkuPage"), "stock.read"),
  screenRoute("stock/counts", () => import("./CountsPage"), "stock.read"),
  screenRoute("stock/counts/:id", () => import("./CountPage"), "stock.read"),
  screenRoute("stock/deliveries", () => import("./DeliveriesPage"), "stock.read"),
  screenRoute("stock/deliveries/new", () => import("./NewDeliveryPage"), "stock.edit"),
  screenRoute("stock/deliveries/:id", () => import("./DeliveryPage"), "stock.read"),
  screenRoute("stock/transfers", () => import("./TransfersPage"), "stock.read"),
  screenRoute("stock/transfers/new", () => import("./NewTransferPage"), "stock.edit"),
  screenRoute("stock/transfers/:id", () => import("./TransferPage"), "stock.read"),
  screenRoute("stock/locations", () => import("./LocationsPage"), "stock.read"),
  screenRoute("stock/low-levels", () => import("./LowLevelsPage"), "stock.read"),
];
