/**
 * The index of the active suggestion after an arrow key, or -1 for the field itself, which comes
 * before the first and after the last suggestion.
 */
export function nextActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}
