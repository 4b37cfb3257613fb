import { orderLink } from "./links";

/** Opens the dialog that asks for a return, on the order's page. */
export const RETURN_HASH = "#return";

/** The order's page with the dialog that asks for a return. */
export function returnLink(orderId: string): string {
  return `${orderLink(orderId)}${RETURN_HASH}`;
}
