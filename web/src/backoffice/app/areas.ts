import type { RouteObject } from "react-router";
import { routes as account } from "../features/account/routes";
import { routes as audit } from "../features/audit/routes";
import { routes as customers } from "../features/customers/routes";
import { routes as drafts } from "../features/drafts/routes";
import { routes as health } from "../features/health/routes";
import { routes as orders } from "../features/orders/routes";
import { routes as reports } from "../features/reports/routes";
import { routes as returns } from "../features/returns/routes";
import { routes as support } from "../features/support/routes";
import { routes as team } from "../features/team/routes";
import { routes as today } from "../features/today/routes";
import { routes as webhooks } from "../features/webhooks/routes";
import type { PlainKey } from "../messages/t";
import type { Permission } from "../session/permissions";
import type { Operator } from "../session/session";
import type { IconName } from "../ui/Icon";

export interface Area {
  id: string;
  path: string;
  label: PlainKey;
  icon: IconName;
  /** Without one, every operator sees the area. */
  permission?: Permission;
  /** `g` and this key go there. */
  key?: string;
  /** Areas of the second level, shown below the current one. */
  children?: readonly Area[];
  routes: readonly RouteObject[];
}

const settings: readonly Area[] = [
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
    id: "audit",
    path: "/audit",
    label: "area.audit",
    icon: "shield",
    permission: "audit.read",
    routes: audit,
  },
];

/** The sections of the rail: the day's work, then what is below it. */
const sections: readonly (readonly Area[])[] = [
  [
    { id: "today", path: "/", label: "area.today", icon: "home", key: "t", routes: today },
    {
      id: "orders",
      path: "/orders",
      label: "area.orders",
      icon: "orders",
      permission: "orders.read",
      key: "o",
      routes: orders,
      children: [
        {
          id: "returns",
          path: "/returns",
          label: "area.returns",
          icon: "returns",
          permission: "returns.read",
          key: "r",
          routes: returns,
        },
        {
          id: "drafts",
          path: "/drafts",
          label: "area.drafts",
          icon: "phone",
          permission: "orders.create",
          key: "d",
          routes: drafts,
        },
      ],
    },
    {
      id: "customers",
      path: "/customers",
      label: "area.customers",
      icon: "customer",
      permission: "customers.read",
      key: "c",
      routes: customers,
    },
    {
      id: "support",
      path: "/support",
      label: "area.support",
      icon: "chat",
      permission: "support.read",
      key: "s",
      routes: support,
    },
    {
      id: "reports",
      path: "/reports",
      label: "area.reports",
      icon: "chart",
      permission: "reports.read",
      key: "v",
      routes: reports,
    },
  ],
  [
    {
      id: "health",
      path: "/health",
      label: "area.health",
      icon: "pulse",
      permission: "health.read",
      key: "h",
      routes: health,
    },
    {
      id: "settings",
      path: "/team",
      label: "area.settings",
      icon: "gear",
      children: settings,
      routes: team,
    },
  ],
];

/** Routes of all areas, each once. */
export const areaRoutes: readonly RouteObject[] = [
  today,
  orders,
  returns,
  drafts,
  customers,
  support,
  reports,
  health,
  team,
  webhooks,
  audit,
  account,
].flat();

function isVisible({ permission, routes }: Area, operator: Operator): boolean {
  return routes.length > 0 && (permission === undefined || operator.can(permission));
}

/** The areas that the operator may see. A parent without its own right leads to its first child. */
export function visibleAreas(operator: Operator): Area[][] {
  return sections.map((section) =>
    section.flatMap((area) => {
      const children = (area.children ?? []).filter((child) => isVisible(child, operator));
      const isGroup = area.id === "settings";
      if (isGroup && children.length === 0) return [];
      if (isVisible(area, operator)) {
        return [
          { ...area, path: isGroup ? (children[0]?.path ?? area.path) : area.path, children },
        ];
      }
      // Somebody who may see returns but not orders still finds them.
      return children;
    }),
  );
}

/** Whether an address belongs to an area, or to one below it. */
export function isWithin(area: Area, pathname: string): boolean {
  const own = area.path === "/" ? pathname === "/" : isBelow(area.path, pathname);
  return own || (area.children ?? []).some((child) => isBelow(child.path, pathname));
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

interface Creation {
  id: string;
  path: string;
  label: PlainKey;
  icon: IconName;
  permission: Permission;
}

const creations: readonly Creation[] = [
  {
    id: "draft",
    path: "/drafts/new",
    label: "create.draft",
    icon: "phone",
    permission: "orders.create",
  },
  {
    id: "member",
    path: "/team?new",
    label: "create.member",
    icon: "team",
    permission: "team.edit",
  },
  {
    id: "token",
    path: "/tokens?new",
    label: "create.token",
    icon: "key",
    permission: "tokens.edit",
  },
  {
    id: "webhook",
    path: "/webhooks?new",
    label: "create.webhook",
    icon: "webhook",
    permission: "webhooks.edit",
  },
];

/** What the operator may create, for the menu behind `c`. */
export function visibleCreations(operator: Operator): Creation[] {
  return creations.filter(({ permission }) => operator.can(permission));
}

interface Place {
  path: string;
  label: PlainKey;
  icon: IconName;
  permission?: Permission;
}

/** Pages that other pages lead to. */
const furtherPlaces: readonly Place[] = [
  { path: "/account", label: "frame.account", icon: "customer" },
  { path: "/team/roles", label: "team.roles", icon: "team", permission: "team.read" },
  { path: "/bulk", label: "orders.jobs", icon: "orders", permission: "orders.read" },
  {
    path: "/customers/guests",
    label: "customers.guests",
    icon: "customer",
    permission: "customers.read",
  },
  {
    path: "/support/saved-replies",
    label: "support.savedReplies",
    icon: "chat",
    permission: "support.read",
  },
  {
    path: "/support/held",
    label: "support.heldPage",
    icon: "chat",
    permission: "support.read",
  },
];

/** The pages that the search box leads to, with those of the second level. */
export function searchPlaces(operator: Operator): Place[] {
  const areas = visibleAreas(operator)
    .flat()
    .flatMap((area) => (area.id === "settings" ? [] : [area]).concat(area.children ?? []));
  const further = furtherPlaces.filter(
    ({ permission }) => permission === undefined || operator.can(permission),
  );
  return [...areas, ...further];
}
