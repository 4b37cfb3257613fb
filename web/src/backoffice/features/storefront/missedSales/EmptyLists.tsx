import { t } from "../../../messages/t";
import styles from "../searchWords/searchWords.module.css";
import type { EmptyFilters } from "./queries";

interface Props {
  days: number;
  lists: readonly EmptyFilters[];
}

const count = new Intl.NumberFormat("en-US");

const LABELS = {
  category: "missedSales.category",
  brand: "missedSales.brand",
  price: "missedSales.price",
  rating: "missedSales.rating",
  discount: "missedSales.discount",
} as const;

function filterText({ parameter, value }: EmptyFilters["filters"][number]): string {
  if (parameter === "inStock") return t("missedSales.inStock");
  const known = Object.entries(LABELS).find(([name]) => name === parameter);
  const label = known ? t(known[1]) : parameter.replace(/^attr\./, "");
  return `${label}: ${value}`;
}

function listText({ title, query }: EmptyFilters): string {
  if (query !== null) return t("missedSales.searchFor", { query });
  return title === "" ? t("missedSales.everything") : title;
}

/** Lists of which filters left nothing. */
export function EmptyLists({ days, lists }: Props) {
  if (lists.length === 0) return <p className={styles.empty}>{t("missedSales.noEmpty")}</p>;
  return (
    <>
      <p className={styles.note}>{t("searchWords.missedDays", { days })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("missedSales.list")}</th>
            <th scope="col">{t("missedSales.filters")}</th>
            <th scope="col" className={styles.number}>
              {t("searchWords.times")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("searchWords.try")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lists.map((one) => (
            <tr key={one.link}>
              <th scope="row" className={styles.phrase}>
                {listText(one)}
              </th>
              <td>{one.filters.map(filterText).join(", ")}</td>
              <td className={styles.number}>{count.format(one.times)}</td>
              <td className={styles.actions}>
                <a
                  className="link"
                  href={one.link}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t("searchWords.tryNamed", { query: listText(one) })}
                >
                  {t("searchWords.try")}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
