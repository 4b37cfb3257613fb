import { t } from "../../../messages/t";
import type { SearchRedirectDetails } from "./queries";
import { RowButton } from "./RowButton";
import { type WordColumn, WordTable } from "./WordTable";

interface Props {
  redirects: readonly SearchRedirectDetails[];
  /** Undefined if the operator may not change them. */
  onEdit: ((redirect: SearchRedirectDetails) => void) | undefined;
}

const COLUMNS: readonly WordColumn<SearchRedirectDetails>[] = [
  { header: t("searchWords.phrase"), cell: (row) => row.phrase },
  {
    header: t("searchWords.target"),
    cell: ({ target }) => (
      <a className="link" href={target} target="_blank" rel="noreferrer">
        {target}
      </a>
    ),
  },
];

/** Searches that lead to a page, by phrase. */
export function RedirectList({ redirects, onEdit }: Props) {
  const actions: WordColumn<SearchRedirectDetails>[] = onEdit
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
