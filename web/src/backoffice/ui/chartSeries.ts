export interface ChartSeries {
  key: string;
  name: string;
  /** The period before: a hatched grey outline. Not counted among the four colours. */
  isBefore?: boolean;
}

export interface ChartPoint {
  /** On the axis and in the table: "Mon 16". */
  label: string;
  /** By the keys of the series; null where there is nothing to compare with. */
  values: Readonly<Record<string, number | null>>;
}

export interface ChartProps {
  /** For screen readers and the name of the CSV file. */
  title: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** "$1,204.00": in the table and the tooltip. */
  format: (value: number) => string;
  /** Shorter, on the axis: "$1.2k". */
  formatAxis?: (value: number) => string;
  height?: number;
  /** The page shows the same figures in a table of its own, which screen readers get. */
  bare?: boolean;
}

/** The colours of series, in order; `was` is the period before. */
export function colourOf(series: readonly ChartSeries[], one: ChartSeries): string {
  if (one.isBefore) return "var(--was)";
  const order = series.filter(({ isBefore }) => !isBefore).indexOf(one);
  return `var(--c${Math.min(order, 3) + 1})`;
}
