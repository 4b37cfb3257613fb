import { orderLink } from "./links";

/** Opens the return dialog on the order's page. */
export const RETURN_HASH = "#return";

/** Link to the order's page with the return dialog open. */
export function returnLink(orderId: string): string {
  return `${orderLink(orderId)}${RETURN_HASH}`;
}
