/** What waits in an area, by the area's id. Never a total. */
export type Waiting = Readonly<Partial<Record<string, number>>>;

const NOTHING: Waiting = {};

/** The numbers beside the areas of the rail. */
export function useWaiting(): Waiting {
  return NOTHING;
}
