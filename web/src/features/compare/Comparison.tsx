import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { productQuery } from "@/features/products/queries";
import { t } from "@/messages/t";
import { ColumnHead } from "./ColumnHead";
import styles from "./Comparison.module.css";
import { comparisonRows, type ComparisonRow } from "./comparisonRows";
import { differs } from "./rows";

interface Props {
  slugs: readonly string[];
  onRemove: (slug: string) => void;
}

/** A table of products side by side, with a row for each property. */
export function Comparison({ slugs, onRemove }: Props) {
  const queries = useQueries({ queries: slugs.map((slug) => productQuery(slug)) });
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const products = queries.flatMap(({ data }) => (data ? [data] : []));
  const rows = comparisonRows(products).filter((row) => !onlyDifferences || differs(row));
  // A product that is missing has a column too: its cells stay empty.
  const cellOf = (row: ComparisonRow, index: number) => {
    const product = queries[index]?.data;
    return product && row.cells[products.indexOf(product)];
  };
  return (
    <>
      {products.length > 1 && (
        <label className={styles["switch"]}>
          <input
            type="checkbox"
            checked={onlyDifferences}
            onChange={(event) => setOnlyDifferences(event.target.checked)}
          />
          {t("compare.onlyDifferences")}
        </label>
      )}
      {/* On a narrow screen the table scrolls sideways, by keyboard as well. */}
      <div className={styles["scroll"]} role="region" aria-label={t("compare.table")} tabIndex={0}>
        <table className={styles["table"]} style={{ "--products": slugs.length } as object}>
          <thead>
            <tr>
              <td className={styles["corner"]}>
                <span className="visually-hidden">{t("compare.property")}</span>
              </td>
              {slugs.map((slug, index) => (
                <th key={slug} scope="col">
                  <ColumnHead query={queries[index]} slug={slug} onRemove={() => onRemove(slug)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {slugs.map((slug, index) => (
                  <td key={slug}>{cellOf(row, index)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {onlyDifferences && rows.length === 0 && (
        <p className={styles["note"]}>{t("compare.noDifferences")}</p>
      )}
      {slugs.length === 1 && <p className={styles["note"]}>{t("compare.oneMore")}</p>}
    </>
  );
}
