import type { RouteObject } from "react-router";
import type { PlainKey } from "../messages/t";
import type { Permission } from "../session/permissions";
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
