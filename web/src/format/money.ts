import { decimalSign, numberFormat } from "./numberFormat";

export interface Money {
  /** In the currency's minor unit, such as cents. */
  amount: number;
  currency: string;
}

function format(currency: string, whole: boolean): Intl.NumberFormat {
  const digits = whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  return numberFormat({ style: "currency", currency, ...digits });
}

const units = new Map<string, number>();

/** Minor units per major unit: 100 for dollars, 1 for yen. */
export function minorUnits(currency: string): number {
  let found = units.get(currency);
  if (found === undefined) {
    found = 10 ** (format(currency, false).resolvedOptions().maximumFractionDigits ?? 2);
    units.set(currency, found);
  }
  return found;
}

/** An amount with all decimals, as in totals: $1,299.00. */
export function exact({ amount, currency }: Money): string {
  return format(currency, false).format(amount / minorUnits(currency));
}

/** A price; whole amounts have no decimals: $59, but $59.50. */
export function price({ amount, currency }: Money): string {
  const unit = minorUnits(currency);
  return format(currency, amount % unit === 0).format(amount / unit);
}

/** An amount as a shopper would type it: 1299.5, or 1299,5. */
export function typedAmount(amount: number, currency: string): string {
  const format = numberFormat({ useGrouping: false, maximumFractionDigits: 3 });
  return format.format(amount / minorUnits(currency));
}

/** Parses a typed price to minor units; null if it is no amount. */
export function parseAmount(text: string, currency: string): number | null {
  const decimal = decimalSign();
  const cleaned = Array.from(text)
    .filter((sign) => /\d/.test(sign) || sign === decimal)
    .map((sign) => (sign === decimal ? "." : sign))
    .join("");
  if (!/^\d{1,10}(\.\d*)?$/.test(cleaned)) return null;
  return Math.round(Number(cleaned) * minorUnits(currency));
}
