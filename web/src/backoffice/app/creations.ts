import type { PlainKey } from "../messages/t";
import type { Permission } from "../session/permissions";
import type { Operator } from "../session/session";
import type { IconName } from "../ui/Icon";

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
    id: "product",
    path: "/products/new",
    label: "create.product",
    icon: "tag",
    permission: "products.edit",
  },
  {
    id: "promo-code",
    path: "/promotions/new",
    label: "create.promoCode",
    icon: "percent",
    permission: "promotions.edit",
  },
  {
    id: "discount",
    path: "/discounts/new",
    label: "create.discount",
    icon: "percent",
    permission: "promotions.edit",
  },
  {
    id: "sale",
    path: "/sales/new",
    label: "create.sale",
    icon: "percent",
    permission: "promotions.edit",
  },
  {
    id: "collection",
    path: "/storefront/collections/new",
    label: "create.collection",
    icon: "tag",
    permission: "products.edit",
  },
  {
    id: "delivery",
    path: "/stock/deliveries/new",
    label: "create.delivery",
    icon: "truck",
    permission: "stock.edit",
  },
  {
    id: "page",
    path: "/content/pages/new",
    label: "create.page",
    icon: "document",
    permission: "content.edit",
  },
  {
    id: "blog",
    path: "/content/blogs/new",
    label: "create.blog",
    icon: "edit",
    permission: "content.edit",
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
