import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { When } from "../../../ui/When";
import styles from "./editor.module.css";
import { labelOf } from "./labels";
import { type Version, versionsQuery } from "./queries";

const SHOWN = 5;

/** What a version changed, in a few words. */
export function summaryOf({ restored, fields, number }: Version): string {
  if (restored !== null) return t("productEditor.restoredVersion", { number: restored });
  if (fields.length === 0) return t(number === 1 ? "productEditor.firstVersion" : "ui.nothing");
  return [...new Set(fields.map(labelOf))].join(", ");
}

interface Props {
  id: number;
  onVersion: (number: number) => void;
}

/** The last versions of the product. */
export function HistoryPanel({ id, onVersion }: Props) {
  const { data, error } = useQuery(versionsQuery(id));
  const items = data?.items ?? [];
  return (
    <Panel
      title={t("productEditor.history")}
      actions={
        items.length > SHOWN ? (
          <Button variant="subtle" onClick={() => onVersion(0)}>
            {t("productEditor.showAll")}
          </Button>
        ) : null
      }
    >
      <ErrorNote error={error} />
      {data && items.length === 0 ? (
        <p className="small quiet">{t("productEditor.noVersions")}</p>
      ) : null}
      <VersionList versions={items.slice(0, SHOWN)} onVersion={onVersion} />
    </Panel>
  );
}

interface ListProps {
  versions: readonly Version[];
  onVersion: (number: number) => void;
}

export function VersionList({ versions, onVersion }: ListProps) {
  return (
    <ol className={styles.versions}>
      {versions.map((version) => (
        <li key={version.number}>
          <button type="button" className="link" onClick={() => onVersion(version.number)}>
            {t("productEditor.version", { number: version.number })}
          </button>
          <span>{summaryOf(version)}</span>
          <span className="small quiet">
            {version.author ?? t("productEditor.theShop")} · <When at={version.recordedAt} />
          </span>
        </li>
      ))}
    </ol>
  );
}
