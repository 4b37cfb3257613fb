import type { Proposal } from "./queries";

const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

const unique = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ""))];

/** All time zones, also one that this browser does not know. */
export function timeZoneOptions(current: string): string[] {
  return unique(["UTC", ...Intl.supportedValuesOf("timeZone"), current]);
}

/** Languages that a shop of this country may use. */
export function localeOptions(current: string, proposal: Proposal | undefined) {
  const country = proposal?.country ?? "US";
  return unique([current, proposal?.locale ?? "", `en-${country}`, "en-US", "en-GB"]).map(
    (value) => ({ value, label: `${languageNames.of(value) ?? value} (${value})` }),
  );
}
