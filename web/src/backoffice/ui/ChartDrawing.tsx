import "@mantine/charts/styles.layer.css";
import { BarChart, LineChart } from "@mantine/charts";
import { type ChartProps, colourOf } from "./chartSeries";

/** Trends with more points than this are lines. */
const MOST_BARS = 14;

/** Four steps from zero, of a size that is easy to read: 1, 2, 2.5 or 5 times a power of ten. */
function ticksUpTo(greatest: number): number[] {
  const least = Math.max(greatest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= least) ?? 10);
  return [0, 1, 2, 3, 4].map((number) => number * step);
}

/**
 * The label of the top line needs half a line above it. The drawing takes no focus: it is hidden from
 * screen readers, which get the table.
 */
const SURFACE = { margin: { top: 8, right: 5, bottom: 5, left: 5 }, accessibilityLayer: false };

/** The drawing of a Chart, with the library that draws it. */
export default function ChartDrawing(props: ChartProps & { height: number }) {
  const { series, points, format, formatAxis, height } = props;
  const values = points.flatMap((point) => Object.values(point.values).map((value) => value ?? 0));
  const ticks = ticksUpTo(Math.max(0, ...values));
  const shared = {
    h: height,
    data: points.map(({ label, values }) => ({ label, ...values })),
    dataKey: "label",
    valueFormatter: format,
    gridAxis: "x" as const,
    tickLine: "none" as const,
    strokeDasharray: "0",
    yAxisProps: {
      ticks,
      width: 64,
      tickFormatter: formatAxis ?? format,
      domain: [0, ticks.at(-1) ?? 0] satisfies [number, number],
    },
    styles: { axis: { fontSize: 12 } },
  };
  const drawn = series.map((one) => ({
    name: one.key,
    label: one.name,
    color: colourOf(series, one),
  }));
  if (points.length > MOST_BARS) {
    return (
      <LineChart
        {...shared}
        lineChartProps={SURFACE}
        curveType="linear"
        withDots={false}
        series={drawn.map((one, index) => ({
          ...one,
          ...(series[index]?.isBefore ? { strokeDasharray: "4 4" } : {}),
        }))}
      />
    );
  }
  return (
    <BarChart
      {...shared}
      barChartProps={SURFACE}
      maxBarWidth={26}
      series={drawn}
      barProps={({ name }) =>
        series.some(({ key, isBefore }) => key === name && isBefore)
          ? { fill: "url(#stallage-before)", stroke: "var(--was)", fillOpacity: 1 }
          : { fillOpacity: 1, radius: [2, 2, 0, 0] }
      }
    >
      <BeforePattern />
    </BarChart>
  );
}

/** The hatching of the period before. */
function BeforePattern() {
  return (
    <defs>
      <pattern
        id="stallage-before"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--page)" />
        <rect width="2" height="5" fill="var(--was)" />
      </pattern>
    </defs>
  );
}
