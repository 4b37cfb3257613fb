import type { RouteObject } from "react-router";
import { screenRoute } from "../../ui/route";

const READ = "promotions.read";

export const codeRoutes: RouteObject[] = [
  screenRoute("promotions", () => import("./codes/CodesPage"), READ),
  screenRoute("promotions/new", () => import("./codes/CodePage"), READ),
  screenRoute("promotions/batches", () => import("./codes/BatchesPage"), READ),
  screenRoute("promotions/:id", () => import("./codes/CodePage"), READ),
];

export const discountRoutes: RouteObject[] = [
  screenRoute("discounts", () => import("./discounts/DiscountsPage"), READ),
  screenRoute("discounts/new", () => import("./discounts/DiscountPage"), READ),
  screenRoute("discounts/:id", () => import("./discounts/DiscountPage"), READ),
];

export const saleRoutes: RouteObject[] = [
  screenRoute("sales", () => import("./sales/SalesPage"), READ),
  screenRoute("sales/new", () => import("./sales/SalePage"), READ),
  screenRoute("sales/:id", () => import("./sales/SalePage"), READ),
];

export const giftCardRoutes: RouteObject[] = [
  screenRoute("gift-cards", () => import("./giftCards/GiftCardsPage"), READ),
  screenRoute("gift-cards/:id", () => import("./giftCards/GiftCardPage"), READ),
];
