import type { Permission } from "../../session/permissions";
import { addDays } from "./period";
import type { Report, ReportRow } from "./queries";

/** The last day of a week or month. */
function lastDayOf(name: string, first: string): string {
  if (name === "week") return addDays(first, 6);
  if (name !== "month") return first;
  const [year = 0, month = 1] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Where a row leads: the product, or the orders or returns behind it. Null without the right to see it. */
export function rowHref(
  report: Report,
  { key }: ReportRow,
  can: (permission: Permission) => boolean,
): string | null {
  const [name = ""] = report.names;
  const [first = "", second = ""] = key;
  if (name === "product") {
    const id = report.names.length > 1 ? second : first;
    return id !== "" && can("products.read") ? `/products/${id}` : null;
  }
  if (name === "reason") {
    return can("returns.read")
      ? `/returns?view=all&reason=${first}&requested=${report.first}..${report.last}`
      : null;
  }
  if (!can("orders.read")) return null;
  const days = `placed=${report.first}..${report.last}`;
  if (name === "day" || name === "week" || name === "month") {
    const from = first < report.first ? report.first : first;
    const end = lastDayOf(name, first);
    return `/orders?placed=${from}..${end > report.last ? report.last : end}`;
  }
  if (name === "country" && report.report === "places" && first !== "") {
    return `/orders?country=${first.toUpperCase()}&${days}`;
  }
  return name === "tender" ? `/orders?tender=${first}&${days}` : null;
}
