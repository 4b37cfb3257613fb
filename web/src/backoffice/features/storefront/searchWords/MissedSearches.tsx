import { t } from "../../../messages/t";
import { Mend } from "./Mend";
import type { MissedSearch } from "./queries";
import styles from "./searchWords.module.css";
import { searchPath, TryLink } from "./TryLink";
import { WordTable } from "./WordTable";

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
      <WordTable
        rows={missed}
        rowKey={(row) => row.query}
        columns={[
          { header: t("searchWords.query"), cell: (row) => row.query },
          {
            header: t("searchWords.times"),
            kind: "number",
            cell: (row) => times.format(row.times),
          },
          {
            header: t("searchWords.add"),
            kind: "actions",
            cell: (row) => <Actions row={row} onAdd={onAdd} onRedirect={onRedirect} />,
          },
        ]}
      />
    </>
  );
}

function Actions({
  row: { query, hasSynonyms, hasRedirect },
  onAdd,
  onRedirect,
}: { row: MissedSearch } & Pick<Props, "onAdd" | "onRedirect">) {
  return (
    <>
      <TryLink href={searchPath(query)} name={query} />
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
    </>
  );
}
