import { Button, Checkbox } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useState } from "react";
import { t } from "../messages/t";
import { Icon } from "./Icon";
import styles from "./RecoveryCodes.module.css";

/** New recovery codes: shown once, to copy or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const [stored, setStored] = useState(false);
  return (
    <div className={styles.box}>
      <p>{t("recovery.text")}</p>
      <ul className={styles.codes} aria-label={t("recovery.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <Button
          leftSection={<Icon name={copied ? "check" : "copy"} small />}
          onClick={() => copy(codes.join("\n"))}
        >
          {t("recovery.copyAll")}
        </Button>
        <Button leftSection={<Icon name="print" small />} onClick={() => window.print()}>
          {t("recovery.print")}
        </Button>
      </div>
      <Checkbox
        label={t("recovery.stored")}
        checked={stored}
        onChange={({ currentTarget }) => setStored(currentTarget.checked)}
      />
      <Button variant="filled" disabled={!stored} onClick={onDone}>
        {t("recovery.continue")}
      </Button>
    </div>
  );
}
