import { Alerts } from "@/features/notifications/Alerts";
import { Newsletter } from "@/features/notifications/Newsletter";
import "@/messages/later/notifications";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./privacy.module.css";

export function Component() {
  useTitle(t("account.notifications"));
  return (
    <>
      <PageTitle title={t("account.notifications")} />
      <div className={styles["parts"]}>
        <section aria-label={t("newsletter.own")}>
          <Newsletter />
        </section>
        <section aria-labelledby="alerts">
          <h2 id="alerts">{t("alerts.title")}</h2>
          <Alerts />
        </section>
      </div>
    </>
  );
}
