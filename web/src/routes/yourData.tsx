import { PrivacyRequest } from "@/features/signin/PrivacyRequest";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import styles from "./login.module.css";

/** Export or deletion of data that is stored without an account. */
export function Component() {
  useDocumentTitle(t("privacy.title"));
  const available = useAppState((state) => state.availibilityData);
  const channels = (["email", "phone"] as const).filter(
    (channel) => available?.otp[channel] !== false,
  );
  return (
    <main className={styles["page"]} id="content">
      <div className={styles["text"]}>
        <h1>{t("privacy.title")}</h1>
        <p>{t("privacy.intro")}</p>
      </div>
      <PrivacyRequest channels={channels} />
      <p className={styles["aside"]}>{t("privacy.account")}</p>
    </main>
  );
}
