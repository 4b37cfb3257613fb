import { useNavigation } from "react-router";
import { t } from "@/messages/t";
import styles from "./ProgressBar.module.css";

/** An indeterminate progress bar during navigations. */
export function ProgressBar({ starting }: { starting: boolean }) {
  const { state } = useNavigation();
  if (!starting && state === "idle") return null;
  return <div className={styles["bar"]} role="progressbar" aria-label={t("frame.loadingPage")} />;
}
