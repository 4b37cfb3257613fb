import { Button } from "@mantine/core";
import { t } from "../../../messages/t";
import type { SynonymDetails } from "./queries";
import styles from "./searchWords.module.css";

interface Props {
  synonyms: readonly SynonymDetails[];
  /** Undefined if the operator may not change them. */
  onEdit: ((synonym: SynonymDetails) => void) | undefined;
}

/** The shop's synonyms by phrase. */
export function SynonymList({ synonyms, onEdit }: Props) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("searchWords.phrase")}</th>
          <th scope="col">{t("searchWords.alternatives")}</th>
          {onEdit ? (
            <th scope="col">
              <span className="visually-hidden">{t("searchWords.edit")}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {synonyms.map((one) => (
          <tr key={one.id}>
            <th scope="row" className={styles.phrase}>
              {one.phrase}
            </th>
            <td>
              {one.alternatives.join(", ")}{" "}
              {one.bothWays ? null : <span className="quiet small">{t("searchWords.oneWay")}</span>}
            </td>
            {onEdit ? (
              <td className={styles.actions}>
                <Button
                  size="compact-sm"
                  aria-label={t("searchWords.editNamed", { phrase: one.phrase })}
                  onClick={() => onEdit(one)}
                >
                  {t("searchWords.edit")}
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
