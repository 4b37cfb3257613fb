import { t } from "@/messages/t";
import type { PendingCode } from "./pendingCode";
import styles from "./SignIn.module.css";

interface Props {
  pending: PendingCode;
  /** Called to enter another contact. */
  onBack: () => void;
}

/** Where the code was sent, with a way to correct it. */
export function SentTo({ pending: { channel, contact }, onBack }: Props) {
  return (
    <p className={styles["intro"]}>
      {t("signin.sent", { contact })}{" "}
      <button type="button" className={styles["link"]} onClick={onBack}>
        {t(channel === "email" ? "signin.changeEmail" : "signin.changePhone")}
      </button>
    </p>
  );
}
