const names = new Intl.DisplayNames(["en"], { type: "currency", fallback: "code" });

/** All currencies, by code: "EUR, Euro". */
export const currencyOptions = Intl.supportedValuesOf("currency").map((value) => ({
  value,
  label: `${value}, ${names.of(value) ?? value}`,
}));
