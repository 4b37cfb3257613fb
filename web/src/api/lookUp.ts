/**
 * Looks up a value of a server enumeration. Returns `fallback` for values that a newer server may send and
 * this build does not know. For messages use `tEnum`.
 */
export function lookUp<Value extends string | number, Result>(
  table: Readonly<Record<Value, Result>>,
  value: Value,
  fallback: Result,
): Result {
  return Object.hasOwn(table, value) ? table[value] : fallback;
}
