import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Icon } from "../Icon/Icon";
import { shareLink } from "./shareLink";
import styles from "./ShareButton.module.css";
import { cx } from "@/ui/cx";

/** Shares the page with the Web Share API, or copies its URL. */
export function ShareButton({ title }: { title: string }) {
  const share = () =>
    shareLink(
      { title, url: window.location.href },
      { onCopied: () => showToast(t("action.copied")), onUnable: showToast },
    );
  return (
    <button
      type="button"
      className={cx(styles["share"], "needs-script")}
      aria-label={t("action.share")}
      onClick={() => void share()}
    >
      <Icon name="share" />
    </button>
  );
}
