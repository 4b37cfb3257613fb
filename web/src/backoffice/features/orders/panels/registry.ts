import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { PlainKey } from "../../../messages/t";
import type { Permission } from "../../../session/permissions";
import type { Order } from "../detail/order";
import type { OrderPanelProps } from "./props";

export interface OrderPanel {
  /** In the address: `/orders/SO-1?panel=refund`. */
  id: string;
  /** The text of its button or menu item; without one it is opened from elsewhere. */
  label?: PlainKey;
  place?: "button" | "menu";
  permission: Permission;
  isAvailable: (order: Order) => boolean;
  Panel: LazyExoticComponent<ComponentType<OrderPanelProps>>;
}

/** The panels of an order's page, in the order of their buttons. Each is loaded when it is opened. */
export const PANELS: readonly OrderPanel[] = [
  {
    id: "refund",
    label: "refunds.title",
    place: "button",
    permission: "refunds.grant",
    isAvailable: (order) => order.payment === "paid" || order.payment === "partly_refunded",
    Panel: lazy(() => import("./RefundPanel")),
  },
  {
    id: "ship",
    permission: "orders.fulfil",
    isAvailable: (order) => order.actions.includes("ship"),
    Panel: lazy(() => import("./ShipPanel")),
  },
  {
    id: "deliver",
    permission: "orders.fulfil",
    isAvailable: (order) => order.actions.includes("deliver"),
    Panel: lazy(() => import("./DeliverPanel")),
  },
  {
    id: "tracking",
    permission: "orders.fulfil",
    isAvailable: (order) => order.parcels.length > 0,
    Panel: lazy(() => import("./TrackingPanel")),
  },
  {
    id: "delivery",
    permission: "orders.edit",
    isAvailable: (order) => order.actions.includes("edit_address"),
    Panel: lazy(() => import("./DeliveryPanel")),
  },
  {
    id: "edit",
    label: "edits.title",
    place: "menu",
    permission: "orders.edit",
    isAvailable: (order) => order.actions.includes("edit_items"),
    Panel: lazy(() => import("./EditPanel")),
  },
  {
    id: "mark-paid",
    label: "order.markPaid",
    place: "menu",
    permission: "orders.mark_paid",
    isAvailable: (order) => order.actions.includes("mark_paid"),
    Panel: lazy(() => import("./MarkPaidPanel")),
  },
  {
    id: "pay-back",
    permission: "refunds.pay",
    isAvailable: (order) => order.manualRefunds.some(({ method }) => method === null),
    Panel: lazy(() => import("./PayBackPanel")),
  },
  {
    id: "email",
    permission: "orders.fulfil",
    isAvailable: () => true,
    Panel: lazy(() => import("./EmailPanel")),
  },
  {
    id: "cancel",
    label: "refunds.cancelTitle",
    place: "menu",
    permission: "orders.cancel",
    isAvailable: (order) =>
      ["to_confirm", "to_pack", "to_ship", "partly_shipped"].includes(order.fulfilment),
    Panel: lazy(() => import("./CancelPanel")),
  },
  {
    id: "return",
    label: "returns.start",
    place: "menu",
    permission: "returns.decide",
    isAvailable: (order) => order.deliveredAt !== null,
    Panel: lazy(() => import("./StartReturnPanel")),
  },
  {
    id: "links",
    label: "order.revokeLinks",
    place: "menu",
    permission: "orders.edit",
    isAvailable: () => true,
    Panel: lazy(() => import("./RevokeLinksPanel")),
  },
];
