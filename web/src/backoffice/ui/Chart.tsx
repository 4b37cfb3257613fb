import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { t } from "../messages/t";
import styles from "./Chart.module.css";
import { type ChartProps, colourOf } from "./chartSeries";
import { toCsv } from "./csv";
import { downloadFile } from "./download";

const Drawing = lazy(() => import("./ChartDrawing"));

/**
 * Bars for totals per period, lines for more than 14 points. The table behind it has the same figures; it
 * is what screen readers get. The drawing is loaded on demand.
 */
export function Chart(props: ChartProps) {
  const { title, series, height = 220, bare = false } = props;
  return (
    <figure className={styles.chart} aria-label={title}>
      <ul className={styles.key}>
        {series.map((one) => (
          <li key={one.key}>
            <span
              className={styles.swatch}
              style={{ background: colourOf(series, one) }}
              data-before={one.isBefore || undefined}
            />
            {one.name}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" style={{ height }}>
        <Suspense fallback={<Skeleton height={height} />}>
          <Drawing {...props} height={height} />
        </Suspense>
      </div>
      {bare ? null : <Tools {...props} />}
    </figure>
  );
}

/** The table behind the drawing, and its file. */
function Tools(props: ChartProps) {
  const [showsTable, setShowsTable] = useState(false);
  return (
    <>
      <div className={styles.tools}>
        <button
          type="button"
          className="link"
          aria-expanded={showsTable}
          onClick={() => setShowsTable(!showsTable)}
        >
          {t(showsTable ? "chart.hideTable" : "chart.showTable")}
        </button>
        <button
          type="button"
          className="link"
          onClick={() => downloadFile(`${props.title}.csv`, csvOf(props))}
        >
          {t("chart.csv")}
        </button>
      </div>
      <div className={showsTable ? styles.scroll : "visually-hidden"}>
        <FiguresTable {...props} />
      </div>
    </>
  );
}

function FiguresTable({ title, series, points, format }: ChartProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("chart.period")}</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, values }, index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            {series.map(({ key }) => (
              <td key={key}>{typeof values[key] === "number" ? format(values[key]) : "—"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function csvOf({ series, points }: ChartProps): Blob {
  const head = [t("chart.period"), ...series.map(({ name }) => name)];
  const rows = points.map(({ label, values }) => [
    label,
    ...series.map(({ key }) => values[key] ?? ""),
  ]);
  return new Blob([toCsv([head, ...rows])], { type: "text/csv;charset=utf-8" });
}
