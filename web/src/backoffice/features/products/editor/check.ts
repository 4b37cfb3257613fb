import { parseAmount } from "@/format/money";
import { t } from "../../../messages/t";
import type { Form, Row } from "./form";
import { parseCount, parseWeight } from "./units";

/** Whether a text is an amount with nothing else in it. */
function isAmount(text: string, currency: string): boolean {
  return /^[\d.,\s]+$/.test(text) && parseAmount(text, currency) !== null;
}

function rowErrors(row: Row, currency: string): [string, string][] {
  const errors: [string, string][] = [];
  if (!isAmount(row.price, currency)) errors.push(["price", t("productEditor.needsPrice")]);
  for (const name of ["compareAtPrice", "cost"] as const) {
    if (row[name].trim() !== "" && !isAmount(row[name], currency)) {
      errors.push([name, t("productEditor.noAmount")]);
    }
  }
  if (row.weight.trim() !== "" && parseWeight(row.weight, row.weightUnit) === null) {
    errors.push(["weightGrams", t("productEditor.noNumber")]);
  }
  if (row.tracked && parseCount(row.stock) === null) {
    errors.push(["stock.level", t("productEditor.noNumber")]);
  }
  return errors;
}

/** What the server could not read, by the names of its fields. */
export function checkForm(form: Form, currency: string): Record<string, string> {
  const errors: Record<string, string> = {};
  if (form.title.trim() === "") errors["title"] = t("productEditor.needsTitle");
  if (form.maxPerOrder.trim() !== "" && parseCount(form.maxPerOrder) === null) {
    errors["maxPerOrder"] = t("productEditor.noNumber");
  }
  form.rows.forEach((row, place) => {
    for (const [name, text] of rowErrors(row, currency)) {
      errors[`variants.${place}.${name}`] = text;
    }
  });
  return errors;
}
