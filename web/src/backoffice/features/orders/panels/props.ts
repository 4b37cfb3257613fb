import type { Order } from "../detail/order";

export interface OrderPanelProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
  /** Shows the order that the server sent after a change; without one it is read again. */
  onChanged: (order?: Order) => void;
  /** What the panel is about, such as a parcel's id. */
  subject: string | null;
}
