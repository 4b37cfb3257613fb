/**
 * What belongs to a value of one of the server's enumerations. A newer server may send values that this
 * build does not know: `otherwise` stands for those. Lookups by such values go through here or, for
 * sentences, through `tOf`.
 */
export function known<Value extends string | number, Result>(
  table: Readonly<Record<Value, Result>>,
  value: Value,
  otherwise: Result,
): Result {
  return Object.hasOwn(table, value) ? table[value] : otherwise;
}
