import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { When } from "../../ui/When";
import { PanelBody } from "./PanelBody";
import { failingWebhooksQuery } from "./queries";
import styles from "./health.module.css";

/** Webhooks that keep failing; their page has the deliveries and sends them again. */
export function WebhooksPanel() {
  const query = useQuery(failingWebhooksQuery);
  return (
    <Panel flush title={t("health.webhooks")}>
      <PanelBody query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <p className={styles.empty}>{t("health.noWebhooks")}</p>
          ) : (
            <ul className={styles.rows}>
              {webhooks.map(({ id, name, waiting, failingSince }) => (
                <li key={id} className={styles.row}>
                  <div className={styles.what}>
                    <Link className="link strong" to={`/webhooks/${id}?view=waiting`}>
                      {name}
                    </Link>
                    <p>
                      {t("health.deliveriesWait", { count: waiting })}
                      {failingSince ? (
                        <>
                          {" "}
                          {t("health.failingSince")} <When at={failingSince} />
                        </>
                      ) : null}
                    </p>
                  </div>
                  <Status shape="late" tone="bad" text={t("health.failing")} />
                </li>
              ))}
            </ul>
          )
        }
      </PanelBody>
    </Panel>
  );
}
