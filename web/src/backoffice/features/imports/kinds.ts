import type { PlainKey } from "../../messages/t";
import type { Permission } from "../../session/permissions";

interface Kind {
  id: string;
  label: PlainKey;
  /** Of the server's, the one that not everybody has who sees this page. */
  permission: Permission;
  /** Where a record that was imported is. */
  path: string;
}

/** The kinds of file that can be imported. */
export const KINDS: readonly [Kind, ...Kind[]] = [
  { id: "products", label: "imports.kindProducts", permission: "stock.edit", path: "/products" },
  {
    id: "customers",
    label: "imports.kindCustomers",
    permission: "customers.edit",
    path: "/customers",
  },
  {
    id: "orders",
    label: "imports.kindOrders",
    permission: "orders.edit",
    path: "/imported-orders",
  },
  {
    id: "redirects",
    label: "imports.kindRedirects",
    permission: "content.edit",
    path: "/storefront/redirects",
  },
];

export function kindOf(id: string): Kind {
  return KINDS.find((kind) => kind.id === id) ?? KINDS[0];
}
