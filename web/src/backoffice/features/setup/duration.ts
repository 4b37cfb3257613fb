export const UNITS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;

/** The largest unit in which a duration is a whole number; 0 is in days. */
export function unitOf(seconds: number): Unit {
  const units: Unit[] = ["days", "hours", "minutes"];
  return units.find((unit) => seconds % UNITS[unit] === 0) ?? "seconds";
}
