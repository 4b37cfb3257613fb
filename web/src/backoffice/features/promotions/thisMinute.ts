/** The current minute: fields for times have no seconds. */
export function thisMinute(): string {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
}
