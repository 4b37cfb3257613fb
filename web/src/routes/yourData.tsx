import "@/messages/later/privacy";
import { PrivacyRequest } from "@/features/signin/PrivacyRequest";
import "@/messages/later/privacy";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useTitle } from "@/state/useTitle";
import styles from "./login.module.css";

/** What is held about somebody who has no account, by their proven address. */
export function Component() {
  useTitle(t("privacy.title"));
  const available = useAppState((state) => state.availibilityData);
  const channels = (["email", "phone"] as const).filter(
    (channel) => available?.otp[channel] !== false,
  );
  return (
    <main className={styles["page"]} id="content">
      <div className={styles["words"]}>
        <h1>{t("privacy.title")}</h1>
        <p>{t("privacy.intro")}</p>
      </div>
      <PrivacyRequest channels={channels} />
      <p className={styles["aside"]}>{t("privacy.account")}</p>
    </main>
  );
}
