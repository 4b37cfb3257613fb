import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Icon } from "../Icon/Icon";
import { shareLink } from "./shareLink";
import styles from "./ShareButton.module.css";

/** Shares the page by what the device offers, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  const share = () =>
    shareLink(
      { title, url: window.location.href },
      { onCopied: () => tell(t("action.copied")), onUnable: tell },
    );
  return (
    <button
      type="button"
      className={styles["share"]}
      aria-label={t("action.share")}
      onClick={() => void share()}
    >
      <Icon name="share" />
    </button>
  );
}
