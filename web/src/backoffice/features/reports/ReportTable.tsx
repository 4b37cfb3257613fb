import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { columnTitle, figure, nameText } from "./format";
import { nameKey } from "./kinds";
import { rowHref } from "./links";
import type { Report, ReportRow } from "./queries";
import styles from "./reports.module.css";

/** All rows with the totals below their columns. It scrolls sideways on its own. */
export function ReportTable({ report }: { report: Report }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("reports.title")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {report.names.map((name) => (
              <th key={name} scope="col" className={styles.name}>
                {t(nameKey(name))}
              </th>
            ))}
            {report.columns.map(({ key }) => (
              <th key={key} scope="col">
                {columnTitle(report.report, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <Row key={JSON.stringify(row.key)} report={report} row={row} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.name} colSpan={report.names.length}>
              {t("reports.total")}
            </th>
            <Figures report={report} values={report.total} before={report.totalBefore} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Row({ report, row }: { report: Report; row: ReportRow }) {
  const operator = useOperator();
  const href = rowHref(report, row, operator.can);
  return (
    <tr>
      {report.names.map((name, place) => {
        const text = nameText(name, row.names[place] ?? "");
        const shown =
          place === 0 && href ? (
            <Link className="link" to={href}>
              {text}
            </Link>
          ) : (
            text
          );
        return place === 0 ? (
          <th key={name} scope="row" className={styles.name}>
            {shown}
          </th>
        ) : (
          <td key={name} className={styles.name}>
            {shown}
          </td>
        );
      })}
      <Figures report={report} values={row.values} before={row.before} />
    </tr>
  );
}

interface FiguresProps {
  report: Report;
  values: readonly (number | null)[];
  before: readonly (number | null)[] | null;
}

function Figures({ report, values, before }: FiguresProps) {
  return report.columns.map(({ key, kind }, place) => (
    <td key={key}>
      {figure(values[place], kind, report.currency)}
      {before ? (
        <div className="tiny quiet">{figure(before[place], kind, report.currency)}</div>
      ) : null}
    </td>
  ));
}
