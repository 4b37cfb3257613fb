import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { PlainKey } from "../../messages/t";
import { useShop } from "../../session/session";
import { dayOf } from "../../ui/time";
import { type ReportName, REPORTS } from "./kinds";
import type { ReportParams } from "./queries";

export const PERIODS = {
  today: "reports.today",
  yesterday: "reports.yesterday",
  last7: "reports.last7",
  last30: "reports.last30",
  last90: "reports.last90",
  thisMonth: "reports.thisMonth",
  lastMonth: "reports.lastMonth",
  thisYear: "reports.thisYear",
  lastYear: "reports.lastYear",
} as const satisfies Record<string, PlainKey>;
export type Preset = keyof typeof PERIODS;
const DEFAULT: Preset = "last30";
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONG_DAYS = 92;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const text = (day: Date): string => day.toISOString().slice(0, 10);

/** A day some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return text(new Date(at(day).getTime() + days * 86_400_000));
}

export function daysOf(preset: Preset, today: string): [first: string, last: string] {
  const date = at(today);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = (...parts: [number, number, number]) => text(new Date(Date.UTC(...parts)));
  return {
    today: (): [string, string] => [today, today],
    yesterday: (): [string, string] => [addDays(today, -1), addDays(today, -1)],
    last7: (): [string, string] => [addDays(today, -6), today],
    last30: (): [string, string] => [addDays(today, -29), today],
    last90: (): [string, string] => [addDays(today, -89), today],
    thisMonth: (): [string, string] => [day(year, month, 1), day(year, month + 1, 0)],
    lastMonth: (): [string, string] => [day(year, month - 1, 1), day(year, month, 0)],
    thisYear: (): [string, string] => [day(year, 0, 1), today],
    lastYear: (): [string, string] => [day(year - 1, 0, 1), day(year - 1, 11, 31)],
  }[preset]();
}

const isPreset = (value: string | null): value is Preset =>
  value !== null && Object.hasOwn(PERIODS, value);

export interface ReportState {
  preset: Preset | "custom";
  params: ReportParams;
  /** The column that the chart shows. */
  show: string;
  set: (changes: Readonly<Record<string, string | null>>) => void;
}

/** A report's period, comparison, grouping and chart. The address holds them. */
export function useReportState(report: ReportName): ReportState {
  const [search, setSearch] = useSearchParams();
  const { timeZone } = useShop();
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const today = dayOf(new Date(), timeZone);
  return useMemo(() => stateOf(report, search, today, set), [report, search, today, set]);
}

function stateOf(
  report: ReportName,
  search: URLSearchParams,
  today: string,
  set: ReportState["set"],
): ReportState {
  const kind = REPORTS[report];
  const given = [search.get("first") ?? "", search.get("last") ?? ""] as const;
  const isCustom = given.every((day) => DAY.test(day) && !Number.isNaN(at(day).getTime()));
  const named = search.get("period");
  const preset = isPreset(named) ? named : report === "cohorts" ? "thisYear" : DEFAULT;
  const [first, last] = isCustom ? given : daysOf(preset, today);
  const compare = search.get("compare");
  const group = search.get("group") ?? "";
  const isLong = (at(last).getTime() - at(first).getTime()) / 86_400_000 > LONG_DAYS;
  const usual = kind.groups[0] === "day" && isLong ? "month" : (kind.groups[0] ?? "");
  const show = search.get("show") ?? "";
  return {
    preset: isCustom ? "custom" : preset,
    params: {
      first,
      last,
      compare: compare === "before" || compare === "year" ? compare : "none",
      group: kind.groups.includes(group) ? group : usual,
    },
    show: kind.charts.includes(show) ? show : (kind.charts[0] ?? ""),
    set,
  };
}
