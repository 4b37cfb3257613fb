import { Button } from "@mantine/core";
import { t } from "../../../messages/t";
import styles from "../searchWords/searchWords.module.css";
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
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("searchWords.query")}</th>
            <th scope="col" className={styles.number}>
              {t("searchWords.shoppers")}
            </th>
            <th scope="col" className={styles.number}>
              {t("missedSales.opened")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("searchWords.add")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {searches.map(({ query, shoppers, opened, hasSynonyms }) => (
            <tr key={query}>
              <th scope="row" className={styles.phrase}>
                {query}
              </th>
              <td className={styles.number}>{count.format(shoppers)}</td>
              <td className={styles.number}>{count.format(opened)}</td>
              <td className={styles.actions}>
                <a
                  className="link"
                  href={`/search?q=${encodeURIComponent(query)}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t("searchWords.tryNamed", { query })}
                >
                  {t("searchWords.try")}
                </a>
                {hasSynonyms ? (
                  <span className="quiet small">{t("searchWords.has")}</span>
                ) : onAdd ? (
                  <Button
                    size="compact-sm"
                    aria-label={t("searchWords.addFor", { query })}
                    onClick={() => onAdd(query)}
                  >
                    {t("searchWords.add")}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
