import { ProductAlerts } from "@/features/notifications/ProductAlerts";
import { NewsletterPreference } from "@/features/notifications/NewsletterPreference";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./privacy.module.css";

export function Component() {
  useDocumentTitle(t("account.notifications"));
  return (
    <>
      <PageTitle title={t("account.notifications")} />
      <div className={styles["parts"]}>
        <section aria-label={t("newsletter.own")}>
          <NewsletterPreference />
        </section>
        <section aria-labelledby="alerts">
          <h2 id="alerts">{t("alerts.title")}</h2>
          <ProductAlerts />
        </section>
      </div>
    </>
  );
}
