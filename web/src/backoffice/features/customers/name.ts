import { t } from "../../messages/t";
import type { Customer } from "./queries";

/** What a customer is called on the page: the name, or else a contact. */
export function nameOf(
  customer: Pick<Customer, "id" | "firstName" | "lastName" | "email" | "phone">,
): string {
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(" ");
  return name || customer.email || customer.phone || t("customers.numbered", { id: customer.id });
}
