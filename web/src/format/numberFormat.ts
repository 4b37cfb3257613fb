import { currentLocale } from "@/messages/t";

const formats = new Map<string, Intl.NumberFormat>();

/** A format in the current locale. Building one takes longer than formatting a hundred numbers with it. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${currentLocale()} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(currentLocale(), options);
    formats.set(key, found);
  }
  return found;
}

const decimalSigns = new Map<string, string>();

/** The decimal separator of the current locale. */
export function decimalSign(): string {
  const locale = currentLocale();
  let sign = decimalSigns.get(locale);
  if (sign === undefined) {
    const parts = numberFormat().formatToParts(0.5);
    sign = parts.find(({ type }) => type === "decimal")?.value ?? ".";
    decimalSigns.set(locale, sign);
  }
  return sign;
}
