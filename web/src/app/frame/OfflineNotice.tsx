import { useEffect, useRef } from "react";
import { t } from "@/messages/t";
import { useOnline } from "@/state/online";
import { tell } from "@/state/toasts";
import styles from "./OfflineNotice.module.css";

/** Says above everything that there is no network, and in passing that it is back. */
export function OfflineNotice() {
  const online = useOnline();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) tell(t("error.onlineAgain"));
    wasOffline.current = !online;
  }, [online]);
  return (
    <div role="status">{!online && <p className={styles["notice"]}>{t("error.offline")}</p>}</div>
  );
}
