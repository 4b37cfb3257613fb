import { t } from "../../../messages/t";
import type { SynonymDetails } from "./queries";
import { RowButton } from "./RowButton";
import { type WordColumn, WordTable } from "./WordTable";

interface Props {
  synonyms: readonly SynonymDetails[];
  /** Undefined if the operator may not change them. */
  onEdit: ((synonym: SynonymDetails) => void) | undefined;
}

const COLUMNS: readonly WordColumn<SynonymDetails>[] = [
  { header: t("searchWords.phrase"), cell: (row) => row.phrase },
  {
    header: t("searchWords.alternatives"),
    cell: ({ alternatives, bothWays }) => (
      <>
        {alternatives.join(", ")}{" "}
        {bothWays ? null : <span className="quiet small">{t("searchWords.oneWay")}</span>}
      </>
    ),
  },
];

/** The shop's synonyms by phrase. */
export function SynonymList({ synonyms, onEdit }: Props) {
  const actions: WordColumn<SynonymDetails>[] = onEdit
    ? [
        {
          header: t("searchWords.edit"),
          kind: "actions",
          cell: (row) => (
            <RowButton
              text={t("searchWords.edit")}
              label={t("searchWords.editNamed", { phrase: row.phrase })}
              onClick={() => onEdit(row)}
            />
          ),
        },
      ]
    : [];
  return <WordTable rows={synonyms} rowKey={(row) => row.id} columns={[...COLUMNS, ...actions]} />;
}
