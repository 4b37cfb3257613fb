import { t } from "../../../messages/t";
import { Mend } from "../searchWords/Mend";
import styles from "../searchWords/searchWords.module.css";
import { searchPath, TryLink } from "../searchWords/TryLink";
import { WordTable } from "../searchWords/WordTable";
import type { UnopenedSearch } from "./queries";

interface Props {
  days: number;
  searches: readonly UnopenedSearch[];
  /** Undefined if the operator may not add synonyms. */
  onAdd: ((phrase: string) => void) | undefined;
}

const count = new Intl.NumberFormat("en-US");

/** Searches whose results nobody opened, with a button that adds synonyms. */
export function UnopenedSearches({ days, searches, onAdd }: Props) {
  if (searches.length === 0) return <p className={styles.empty}>{t("missedSales.noUnopened")}</p>;
  return (
    <>
      <p className={styles.note}>{t("missedSales.unopenedDays", { days })}</p>
      <WordTable
        rows={searches}
        rowKey={(row) => row.query}
        columns={[
          { header: t("searchWords.query"), cell: (row) => row.query },
          {
            header: t("searchWords.shoppers"),
            kind: "number",
            cell: (row) => count.format(row.shoppers),
          },
          {
            header: t("missedSales.opened"),
            kind: "number",
            cell: (row) => count.format(row.opened),
          },
          {
            header: t("searchWords.add"),
            kind: "actions",
            cell: ({ query, hasSynonyms }) => (
              <>
                <TryLink href={searchPath(query)} name={query} />
                <Mend
                  isDone={hasSynonyms}
                  done={t("searchWords.has")}
                  text={t("searchWords.add")}
                  label={t("searchWords.addFor", { query })}
                  onClick={onAdd && (() => onAdd(query))}
                />
              </>
            ),
          },
        ]}
      />
    </>
  );
}
