import type { components } from "../../../api/schema";
import type { Order } from "../detail/order";

/** The fields of a delivery address, with their labels, in the order in which they are typed. */
export const ADDRESS = {
  firstName: "order.firstName",
  lastName: "order.lastName",
  company: "order.company",
  line1: "order.line1",
  line2: "order.line2",
  city: "order.city",
  state: "order.state",
  postalCode: "order.postalCode",
  country: "order.country",
  phone: "order.phone",
} as const;

export type Values = Readonly<Record<string, string>>;

export function addressValues(order: Order): Values {
  return Object.fromEntries(
    Object.keys(ADDRESS).map((name) => [name, order.address?.[name as keyof typeof ADDRESS] ?? ""]),
  );
}

export function addressBody(
  values: Values,
  order: Order,
): Required<components["schemas"]["AddressInput"]> {
  const orNull = (name: string) => values[name]?.trim() || null;
  return {
    name: null,
    firstName: values["firstName"] ?? "",
    lastName: values["lastName"] ?? "",
    line1: values["line1"] ?? "",
    country: values["country"] ?? "",
    line2: orNull("line2"),
    company: orNull("company"),
    city: orNull("city"),
    state: orNull("state"),
    postalCode: orNull("postalCode"),
    phone: orNull("phone"),
    taxId: order.address?.taxId ?? null,
  };
}
