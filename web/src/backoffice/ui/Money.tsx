import { exact, type Money as Amount } from "@/format/money";

/** An amount with all decimals and a minus sign, not a hyphen: −$19.17. */
export function money(value: Amount): string {
  return exact(value).replace("-", "−");
}

/** Negative: shown with a minus sign whatever the server sent. */
export function Money({ value, negative = false }: { value: Amount; negative?: boolean }) {
  const amount = negative ? -Math.abs(value.amount) : value.amount;
  return <span className="nowrap">{money({ ...value, amount })}</span>;
}
