import { currentLocale } from "@/messages/t";

export interface Money {
  /** In the currency's minor unit, such as cents. */
  amount: number;
  currency: string;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: string, whole: boolean): Intl.NumberFormat {
  const key = `${currentLocale()} ${currency} ${whole}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(currentLocale(), {
      style: "currency",
      currency,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    });
    formats.set(key, found);
  }
  return found;
}

/** Minor units per major unit: 100 for dollars, 1 for yen. */
export function minorUnits(currency: string): number {
  return 10 ** (format(currency, false).resolvedOptions().maximumFractionDigits ?? 2);
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

/** The decimal separator of the locale. */
function decimalSign(): string {
  const parts = new Intl.NumberFormat(currentLocale()).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}

/** An amount as a shopper would type it: 1299.5, or 1299,5. */
export function typedAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat(currentLocale(), {
    useGrouping: false,
    maximumFractionDigits: 3,
  }).format(amount / minorUnits(currency));
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
