import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import type { Permission as PermissionName } from "../../session/permissions";
import type { Operator } from "../../session/session";

export type Member = components["schemas"]["TeamMember"];
export type Role = components["schemas"]["Role"];
export type Permission = components["schemas"]["Permission"];

export const membersQuery = queryOptions({
  queryKey: ["team", "members"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/team")),
});

export const rolesQuery = queryOptions({
  queryKey: ["team", "roles"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/roles")),
});

export const permissionsQuery = queryOptions({
  queryKey: ["permissions"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/permissions")),
  staleTime: Infinity,
});

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/tokens")),
});

/** Whether the operator holds a permission of the server's list. */
export function holds(operator: Operator, permission: string): boolean {
  return operator.can(permission as PermissionName);
}

/** Nobody gives a role that allows more than their own. */
export function canGive(operator: Operator, role: Role): boolean {
  return role.permissions.every((permission) => holds(operator, permission));
}
