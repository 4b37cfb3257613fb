import { t } from "../../../messages/t";
import type { ListedSearchRedirect } from "./queries";
import { RowButton } from "./RowButton";
import styles from "./searchWords.module.css";
import { type WordColumn, WordTable } from "./WordTable";

interface Props {
  redirects: readonly ListedSearchRedirect[];
  /** Undefined if the operator may not change them. */
  onEdit: ((redirect: ListedSearchRedirect) => void) | undefined;
}

const COLUMNS: readonly WordColumn<ListedSearchRedirect>[] = [
  { header: t("searchWords.phrase"), cell: (row) => row.phrase },
  {
    header: t("searchWords.target"),
    cell: ({ target, isBroken }) => (
      <>
        <a className="link" href={target} target="_blank" rel="noreferrer">
          {target}
        </a>
        {isBroken ? <p className={styles.broken}>{t("searchWords.brokenRedirect")}</p> : null}
      </>
    ),
  },
];

/** Searches that lead to a page, by phrase. */
export function RedirectList({ redirects, onEdit }: Props) {
  const actions: WordColumn<ListedSearchRedirect>[] = onEdit
    ? [
        {
          header: t("searchWords.editRedirect"),
          kind: "actions",
          cell: (row) => (
            <RowButton
              text={t("searchWords.editRedirect")}
              label={t("searchWords.editRedirectNamed", { phrase: row.phrase })}
              onClick={() => onEdit(row)}
            />
          ),
        },
      ]
    : [];
  return <WordTable rows={redirects} rowKey={(row) => row.id} columns={[...COLUMNS, ...actions]} />;
}
