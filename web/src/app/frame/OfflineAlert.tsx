import { useEffect, useRef } from "react";
import { t } from "@/messages/t";
import { useOnline } from "@/state/online";
import { showToast } from "@/state/toasts";
import styles from "./OfflineAlert.module.css";

/** A banner while the browser is offline, and a toast when it is online again. */
export function OfflineAlert() {
  const online = useOnline();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) showToast(t("error.onlineAgain"));
    wasOffline.current = !online;
  }, [online]);
  return (
    <div role="status">{!online && <p className={styles["alert"]}>{t("error.offline")}</p>}</div>
  );
}
