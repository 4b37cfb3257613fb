import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { t } from "../../messages/t";

export const PERIODS = [1, 7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT: Period = 7;

export function periodName(days: Period): string {
  return {
    1: () => t("today.last1"),
    7: () => t("today.last7"),
    30: () => t("today.last30"),
    90: () => t("today.last90"),
  }[days]();
}

/** The chosen period. The address restores it. */
export function usePeriod(): [Period, (days: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const days = PERIODS.find((one) => String(one) === search.get("days")) ?? DEFAULT;
  const setDays = useCallback(
    (chosen: Period) =>
      setSearch(chosen === DEFAULT ? {} : { days: String(chosen) }, { replace: true }),
    [setSearch],
  );
  return [days, setDays];
}
