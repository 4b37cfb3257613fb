/** React marks the elements that it has taken over; parts that are loaded later are taken over later. */
export function isTakenOver(control: HTMLElement): boolean {
  return Object.keys(control).some((key) => key.startsWith("__react"));
}
