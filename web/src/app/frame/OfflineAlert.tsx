import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { t } from "@/messages/t";
import { useOnline } from "@/state/online";
import { useStoredPage } from "@/state/storedPage";
import { showToast } from "@/state/toasts";
import styles from "./OfflineAlert.module.css";

/** A banner while the browser is offline or shows stored data, and a toast when it is online again. */
export function OfflineAlert() {
  const online = useOnline();
  const storedAt = useStoredPage((state) => state.storedAt);
  const isNavigating = useNavigation().state !== "idle";
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) showToast(t("error.onlineAgain"));
    wasOffline.current = !online;
  }, [online]);
  useEffect(() => {
    // The next page may come from the network; if not, the worker says so again.
    if (isNavigating && online) useStoredPage.setState({ storedAt: null });
  }, [isNavigating, online]);
  return (
    <div role="status">
      {(!online || storedAt !== null) && (
        <p className={styles["alert"]}>
          {!online && t("error.offline")}{" "}
          {storedAt !== null && t("error.storedAt", { time: storedAt })}
        </p>
      )}
    </div>
  );
}
