import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { Icon } from "../Icon/Icon";
import styles from "./ShareButton.module.css";

/** Shares the page by what the device offers, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = window.location.href;
    try {
      // Not every browser has either, whatever the types promise.
      const device = navigator as { share?: Navigator["share"]; clipboard?: Clipboard };
      if (device.share) await navigator.share({ title, url });
      else if (device.clipboard) {
        await navigator.clipboard.writeText(url);
        tell(t("action.copied"));
      } else tell(url);
    } catch (error) {
      // Closing the device's own dialog is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      tellFailure(t("action.copyFailed"));
    }
  };
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
