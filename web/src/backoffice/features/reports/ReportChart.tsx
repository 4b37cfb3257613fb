import { minorUnits } from "@/format/money";
import { Chart } from "../../ui/Chart";
import type { ChartPoint, ChartSeries } from "../../ui/chartSeries";
import { columnTitle, figure, pointText, rangeText, shortFigure } from "./format";
import type { Report, ReportColumn } from "./queries";

/** Rows of a chart that is not about time. */
const MOST_BARS = 10;
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
    label: isTime ? pointText(first, row.names[0] ?? "") : row.names.filter(Boolean).join(", "),
    values: {
      now: scaled(row.values[place]),
      ...(row.before ? { before: scaled(row.before[place]) } : {}),
    },
  }));
}
