import { useQuery } from "@tanstack/react-query";
import type { OrderAddress } from "@/api/types";
import styles from "./AddressText.module.css";
import { countriesQuery } from "./queries";

/** An address as on a shipping label. */
export function AddressText({ address }: { address: Omit<OrderAddress, "name"> }) {
  const { data: countries } = useQuery(countriesQuery);
  const country = countries?.find(({ code }) => code === address.country)?.name;
  const lines = [
    address.company,
    `${address.firstName} ${address.lastName}`,
    address.line1,
    address.line2,
    [address.city, [address.state, address.postalCode].filter(Boolean).join(" ")]
      .filter(Boolean)
      .join(", "),
    country ?? address.country,
    address.phone,
    address.taxId,
  ].filter((line): line is string => line !== null && line !== "");
  return (
    <address className={styles["address"]}>
      {lines.map((line, index) => (
        <span key={`${index} ${line}`}>{line}</span>
      ))}
    </address>
  );
}
