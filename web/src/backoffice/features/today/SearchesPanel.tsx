import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { whole } from "./format";
import { PanelBody } from "./PanelBody";
import type { Period } from "./period";
import { useFailedSearches } from "./queries";
import styles from "./panels.module.css";

/** What shoppers looked for and did not find. */
export function SearchesPanel({ days }: { days: Period }) {
  const query = useFailedSearches(days);
  const canSee = useOperator().can("products.read");
  return (
    <Panel
      flush
      title={t("today.searches")}
      actions={
        canSee ? (
          <Link className="link" to="/storefront/search-words">
            {t("today.addSynonyms")}
          </Link>
        ) : null
      }
    >
      <PanelBody query={query} rows={7}>
        {(searches) =>
          searches.length === 0 ? (
            <p className={styles.empty}>{t("today.noSearches")}</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("today.query")}</th>
                  <th scope="col" className={styles.number}>
                    {t("today.times")}
                  </th>
                  <th scope="col">
                    <span className="visually-hidden">{t("today.trySearch")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {searches.map((search) => (
                  <tr key={search.query}>
                    <td className={styles.name}>{search.query}</td>
                    <td className={styles.number}>{whole(search.times)}</td>
                    <td className={styles.number}>
                      <a
                        className="link"
                        href={`/search?q=${encodeURIComponent(search.query)}`}
                        target="_blank"
                        rel="noreferrer"
                        aria-label={`${t("today.trySearch")}: ${search.query}`}
                      >
                        {t("today.trySearch")}
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </PanelBody>
    </Panel>
  );
}
