import { useClipboard } from "@mantine/hooks";
import { t } from "../messages/t";
import { cx } from "./cx";
import styles from "./CopyText.module.css";
import { Icon } from "./Icon";

interface Props {
  text: string;
  /** Shown instead of the text. */
  children?: string;
  /** In a typeface with equal widths: ids, keys, secrets. */
  code?: boolean;
}

/** Text that a click copies. */
export function CopyText({ text, children, code = false }: Props) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => copy(text)}
      title={t("ui.copy")}
      aria-label={t("ui.copyText", { text: children ?? text })}
    >
      <span className={cx(styles.text, code && styles.code)}>{children ?? text}</span>
      <Icon name={copied ? "check" : "copy"} small />
      <span className="visually-hidden" role="status">
        {copied ? t("ui.copied") : ""}
      </span>
    </button>
  );
}
