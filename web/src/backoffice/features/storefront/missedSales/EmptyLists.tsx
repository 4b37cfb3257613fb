import { t } from "../../../messages/t";
import styles from "../searchWords/searchWords.module.css";
import { TryLink } from "../searchWords/TryLink";
import { WordTable } from "../searchWords/WordTable";
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
      <WordTable
        rows={lists}
        rowKey={(row) => row.link}
        columns={[
          { header: t("missedSales.list"), cell: listText },
          {
            header: t("missedSales.filters"),
            cell: (row) => row.filters.map(filterText).join(", "),
          },
          {
            header: t("searchWords.times"),
            kind: "number",
            cell: (row) => count.format(row.times),
          },
          {
            header: t("searchWords.try"),
            kind: "actions",
            cell: (row) => <TryLink href={row.link} name={listText(row)} />,
          },
        ]}
      />
    </>
  );
}
