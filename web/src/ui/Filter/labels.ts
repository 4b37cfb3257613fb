import { calendarDay } from "@/format/date";
import { price } from "@/format/money";
import { number } from "@/format/number";
import { currentLocale, t } from "@/messages/t";
import type { Condition, FilterField, Operation } from "./conditions";

/** The name of an operation; for numbers "equals" is a sign. */
export function operationLabel(operation: Operation, field: FilterField): string {
  const isNumber = field.kind === "number" || field.kind === "money";
  return operation === "eq" && isNumber ? t("filter.equalsSign") : t(`filter.${operation}`);
}

function valueLabel(field: FilterField, value: string): string {
  switch (field.kind) {
    case "text":
      return t("filter.quoted", { text: value });
    case "number":
      return number(Number(value));
    case "money":
      return price({ amount: Number(value), currency: field.currency });
    case "date":
      return calendarDay(value);
    case "choice":
      return field.choices.find((choice) => choice.value === value)?.label ?? value;
  }
}

/** A condition in words: "Price greater than $50". */
export function conditionLabel({ operation, values }: Condition, field: FilterField): string {
  const [value = "", to = ""] = values.map((one) => valueLabel(field, one));
  if (operation === "range") return t("filter.between", { field: field.label, from: value, to });
  return t("filter.words", {
    field: field.label,
    operation: operationLabel(operation, field).toLocaleLowerCase(currentLocale()),
    value,
  });
}
