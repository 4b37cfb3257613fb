import { t } from "@/messages/t";
import type { FilterField } from "@/ui/Filter/conditions";

const STATUSES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const PAYMENTS = [0, 1, 2, 3, 4] as const;

/** What the list of orders can be filtered by. */
export function orderFields(currency: string) {
  return [
    { key: "placedAt", label: t("filter.placedAt"), kind: "date" },
    { key: "total", label: t("filter.total"), kind: "money", currency },
    { key: "title", label: t("filter.product"), kind: "text" },
    { key: "orderId", label: t("filter.orderId"), kind: "text" },
    {
      key: "status",
      label: t("filter.status"),
      kind: "choice",
      once: true,
      choices: STATUSES.map((status) => ({
        value: String(status),
        label: t(`filter.status${status}`),
      })),
    },
    {
      key: "paymentStatus",
      label: t("filter.paymentStatus"),
      kind: "choice",
      once: true,
      choices: PAYMENTS.map((status) => ({
        value: String(status),
        label: t(`filter.payment${status}`),
      })),
    },
  ] as const satisfies readonly FilterField[];
}
