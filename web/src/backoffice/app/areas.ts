import type { PlainKey } from "../messages/t";
import type { Permission } from "../session/permissions";
import type { Operator } from "../session/session";
import type { IconName } from "../ui/Icon";
import type { Area } from "./area";
import { GROUPS, sections } from "./sections";

function isVisible({ permission, routes }: Area, operator: Operator): boolean {
  return routes.length > 0 && (permission === undefined || operator.can(permission));
}

/** The areas that the operator may see. A parent without its own right leads to its first child. */
export function visibleAreas(operator: Operator): Area[][] {
  return sections.map((section) =>
    section.flatMap((area) => {
      const children = (area.children ?? []).filter((child) => isVisible(child, operator));
      const isGroup = GROUPS.has(area.id);
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

/** The path of the area that an address belongs to most closely: `/settings/taxes`, not `/settings`. */
export function currentPath(areas: readonly Area[], pathname: string): string | undefined {
  return areas
    .filter(({ id }) => !GROUPS.has(id))
    .flatMap((area) => [area, ...(area.children ?? [])].map(({ path }) => path))
    .concat(areas.flatMap(({ children }) => (children ?? []).map(({ path }) => path)))
    .filter((path) => (path === "/" ? pathname === "/" : isBelow(path, pathname)))
    .sort((one, other) => other.length - one.length)[0];
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
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
  { path: "/setup-guide", label: "guide.title", icon: "store", permission: "settings.read" },
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
    .flatMap((area) => (GROUPS.has(area.id) ? [] : [area]).concat(area.children ?? []));
  const further = furtherPlaces.filter(
    ({ permission }) => permission === undefined || operator.can(permission),
  );
  return [...areas, ...further];
}
