import { t } from "../../messages/t";

/** A field's value as operators read it when two of them changed it. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "promotions.yes" : "promotions.no");
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!Array.isArray(value)) return t("promotions.picture");
  const names: unknown[] = value;
  return names.every((name) => typeof name === "string")
    ? names.join(", ")
    : t("promotions.productCount", { count: names.length });
}
