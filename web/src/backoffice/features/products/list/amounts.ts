/** The decimals of a currency. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in the minor unit as it is typed: 2500 → "25.00". */
export function amountText(amount: number | null, decimals: number): string {
  return amount === null ? "" : (amount / 10 ** decimals).toFixed(decimals);
}

const AMOUNT = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Reads an amount as people type or paste it: "25", "25.5", "1,299.00", "$25". Returns the minor unit;
 * undefined if it is no amount.
 */
export function readAmount(text: string, decimals: number): number | undefined {
  let plain = text.replace(/[^\d.,-]/g, "");
  // "1,299.00" has separators of thousands; "25,50" a decimal comma.
  if (plain.includes(".")) plain = plain.replaceAll(",", "");
  else if (/^-?\d{1,3}(?:,\d{3})+$/.test(plain)) plain = plain.replaceAll(",", "");
  if (!AMOUNT.test(plain)) return undefined;
  const amount = Math.round(Number(plain.replace(",", ".")) * 10 ** decimals);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Reads units; undefined if it is no whole number from 0. */
export function readUnits(text: string): number | undefined {
  const plain = text.replace(/[\s,]/g, "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined;
}
