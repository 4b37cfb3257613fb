import { Button } from "@mantine/core";
import { t } from "../../../messages/t";
import type { MissedSearch } from "./queries";
import styles from "./searchWords.module.css";

interface Props {
  days: number;
  missed: readonly MissedSearch[];
  /** Undefined if the operator may not add synonyms. */
  onAdd: ((phrase: string) => void) | undefined;
  /** Undefined if the operator may not add redirects. */
  onRedirect: ((phrase: string) => void) | undefined;
}

const times = new Intl.NumberFormat("en-US");

/** Searches that found nothing, with buttons that add synonyms or a redirect. */
export function MissedSearches({ days, missed, onAdd, onRedirect }: Props) {
  if (missed.length === 0) return <p className={styles.empty}>{t("searchWords.noMissed")}</p>;
  return (
    <>
      <p className={styles.note}>{t("searchWords.missedDays", { days })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("searchWords.query")}</th>
            <th scope="col" className={styles.number}>
              {t("searchWords.times")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("searchWords.add")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {missed.map(({ query, times: count, hasSynonyms, hasRedirect }) => (
            <tr key={query}>
              <th scope="row" className={styles.phrase}>
                {query}
              </th>
              <td className={styles.number}>{times.format(count)}</td>
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
                <Mend
                  isDone={hasSynonyms}
                  done={t("searchWords.has")}
                  text={t("searchWords.add")}
                  label={t("searchWords.addFor", { query })}
                  onClick={onAdd && (() => onAdd(query))}
                />
                <Mend
                  isDone={hasRedirect}
                  done={t("searchWords.hasRedirect")}
                  text={t("searchWords.addRedirect")}
                  label={t("searchWords.addRedirectFor", { query })}
                  onClick={onRedirect && (() => onRedirect(query))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface MendProps {
  isDone: boolean;
  done: string;
  text: string;
  label: string;
  onClick: (() => void) | undefined;
}

/** A button that mends a search, or that this has been done. */
function Mend({ isDone, done, text, label, onClick }: MendProps) {
  if (isDone) return <span className="quiet small">{done}</span>;
  if (onClick === undefined) return null;
  return (
    <Button size="compact-sm" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  );
}
