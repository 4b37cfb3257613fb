import { minorUnits } from "@/format/money";
import { Chart } from "../../ui/Chart";
import type { ChartPoint, ChartSeries } from "../../ui/chartSeries";
import { columnTitle, figure, pointText, rangeText, shortFigure } from "./format";
import type { Report, ReportColumn } from "./queries";

/** Rows of a chart that is not about time. */
const MOST_BARS = 10;
const LONG_NAME = 18;
const TIMES = ["day", "week", "month", "cohort"];

/** A column of a report by row, with the compared period. The table below it has all figures. */
export function ReportChart({ report, show }: { report: Report; show: string }) {
  const place = Math.max(
    0,
    report.columns.findIndex(({ key }) => key === show),
  );
  const column = report.columns[place];
  if (!column) return null;
  const { currency, comparedWith } = report;
  const unit = unitOf(column, currency);
  const name = comparedWith
    ? rangeText(report.first, report.last)
    : columnTitle(report.report, column.key);
  const before: ChartSeries[] = comparedWith
    ? [{ key: "before", name: rangeText(comparedWith.first, comparedWith.last), isBefore: true }]
    : [];
  return (
    <Chart
      bare
      title={columnTitle(report.report, column.key)}
      series={[...before, { key: "now", name }]}
      points={pointsOf(report, place, unit)}
      format={(value) => figure(Math.round(value * unit), column.kind, currency)}
      formatAxis={(value) => shortFigure(value * unit, column.kind, currency)}
    />
  );
}

function unitOf({ kind }: ReportColumn, currency: string): number {
  return kind === "money" ? minorUnits(currency) : 1;
}

/** Longer names would leave no room for those beside them; the table has them in full. */
function shortName(names: readonly string[]): string {
  const name = names.slice(0, 2).filter(Boolean).join(", ");
  return name.length > LONG_NAME ? `${name.slice(0, LONG_NAME - 1)}…` : name;
}

function pointsOf(report: Report, place: number, unit: number): ChartPoint[] {
  const [first = ""] = report.names;
  const isTime = TIMES.includes(first);
  const scaled = (value: number | null | undefined) =>
    value === null || value === undefined ? null : value / unit;
  const rows = isTime
    ? report.rows
    : [...report.rows]
        .sort((one, other) => (other.values[place] ?? 0) - (one.values[place] ?? 0))
        .slice(0, MOST_BARS);
  return rows.map((row) => ({
    label: isTime ? pointText(first, row.names[0] ?? "") : shortName(row.names),
    values: {
      now: scaled(row.values[place]),
      ...(row.before ? { before: scaled(row.before[place]) } : {}),
    },
  }));
}
