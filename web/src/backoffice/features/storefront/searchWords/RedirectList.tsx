import { Button } from "@mantine/core";
import { t } from "../../../messages/t";
import type { SearchRedirectDetails } from "./queries";
import styles from "./searchWords.module.css";

interface Props {
  redirects: readonly SearchRedirectDetails[];
  /** Undefined if the operator may not change them. */
  onEdit: ((redirect: SearchRedirectDetails) => void) | undefined;
}

/** Searches that lead to a page, by phrase. */
export function RedirectList({ redirects, onEdit }: Props) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("searchWords.phrase")}</th>
          <th scope="col">{t("searchWords.target")}</th>
          {onEdit ? (
            <th scope="col">
              <span className="visually-hidden">{t("searchWords.editRedirect")}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {redirects.map((one) => (
          <tr key={one.id}>
            <th scope="row" className={styles.phrase}>
              {one.phrase}
            </th>
            <td>
              <a className="link" href={one.target} target="_blank" rel="noreferrer">
                {one.target}
              </a>
            </td>
            {onEdit ? (
              <td className={styles.actions}>
                <Button
                  size="compact-sm"
                  aria-label={t("searchWords.editRedirectNamed", { phrase: one.phrase })}
                  onClick={() => onEdit(one)}
                >
                  {t("searchWords.editRedirect")}
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
