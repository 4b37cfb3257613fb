import { routes as archives } from "../features/archives/routes";
import { routes as audit } from "../features/audit/routes";
import { extensionRoutes, routes as setup } from "../features/setup/routes";
import { routes as settingsRoutes } from "../features/settings/routes";
import { routes as team } from "../features/team/routes";
import { routes as themes } from "../features/themes/routes";
import { routes as webhooks } from "../features/webhooks/routes";
import type { Area } from "./area";

/** Areas below Settings. */
export const settingsAreas: readonly Area[] = [
  {
    id: "company",
    path: "/settings/company",
    label: "area.company",
    icon: "store",
    permission: "settings.read",
    routes: settingsRoutes,
  },
  {
    id: "currency",
    path: "/settings/currency",
    label: "area.currency",
    icon: "money",
    permission: "settings.read",
    routes: setup,
  },
  {
    id: "taxes",
    path: "/settings/taxes",
    label: "area.taxes",
    icon: "percent",
    permission: "settings.read",
    routes: settingsRoutes,
  },
  {
    id: "delivery",
    path: "/settings/delivery",
    label: "area.delivery",
    icon: "truck",
    permission: "settings.read",
    routes: settingsRoutes,
  },
  {
    id: "carriers",
    path: "/settings/carriers",
    label: "area.carriers",
    icon: "box",
    permission: "settings.read",
    routes: settingsRoutes,
  },
  {
    id: "themes",
    path: "/settings/themes",
    label: "area.themes",
    icon: "image",
    permission: "settings.read",
    routes: themes,
  },
  {
    id: "setup",
    path: "/settings",
    label: "area.setup",
    icon: "gear",
    permission: "settings.read",
    routes: setup,
  },
  {
    id: "extensions",
    path: "/settings/extensions",
    label: "area.extensions",
    icon: "box",
    permission: "settings.read",
    routes: extensionRoutes,
  },
  {
    id: "team",
    path: "/team",
    label: "area.team",
    icon: "team",
    permission: "team.read",
    routes: team,
  },
  {
    id: "tokens",
    path: "/tokens",
    label: "area.tokens",
    icon: "key",
    permission: "tokens.edit",
    routes: team,
  },
  {
    id: "webhooks",
    path: "/webhooks",
    label: "area.webhooks",
    icon: "webhook",
    permission: "webhooks.read",
    routes: webhooks,
  },
  {
    id: "data",
    path: "/settings/data",
    label: "area.data",
    icon: "download",
    permission: "settings.export",
    routes: archives,
  },
  {
    id: "audit",
    path: "/audit",
    label: "area.audit",
    icon: "shield",
    permission: "audit.read",
    routes: audit,
  },
];
