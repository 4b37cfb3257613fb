import { PasswordInput } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import styles from "./archives.module.css";

interface Props {
  passphrase: string;
  error: string | undefined;
  onChange: (passphrase: string) => void;
}

/** What an archive is, and the passphrase that takes the shop's key along. */
export function ExportPanel({ passphrase, error, onChange }: Props) {
  const { can } = useOperator();
  return (
    <Panel title={t("archives.about")}>
      <p className={styles.text}>{t("archives.contents")}</p>
      <p className={styles.text}>{t("archives.secrets")}</p>
      <PasswordInput
        label={t("archives.passphrase")}
        description={t("archives.passphraseHelp")}
        autoComplete="new-password"
        maw={420}
        mb="md"
        value={passphrase}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {can("settings.import") ? (
        <p className={styles.text}>
          {t("archives.importOffer")}{" "}
          <Link className="link" to="/settings/data/import">
            {t("archives.importTitle")}
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}
