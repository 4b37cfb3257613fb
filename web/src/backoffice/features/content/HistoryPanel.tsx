import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { When } from "../../ui/When";
import styles from "./content.module.css";
import { diffLines } from "./diff";
import { LABELS } from "./labels";
import { type Subject, type Version, versionQuery, versionsQuery } from "./queries";

interface Props {
  subject: Subject;
  /** The stored text, which versions are compared with. */
  source: string;
  /** Without it, the operator may only look. */
  onRestore: ((versionId: number) => void) | null;
  restoring: boolean;
}

/** Earlier versions of a page or an article: who wrote them, what differs, and a way back. */
export function HistoryPanel({ subject, source, onRestore, restoring }: Props) {
  const query = useQuery(versionsQuery(subject));
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = query.data?.items ?? [];
  return (
    <Panel title={t("content.history")}>
      {query.error ? (
        <ErrorPanel error={query.error} plain onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonText />
      ) : versions.length === 0 ? (
        <p className="small quiet">{t("content.historyEmpty")}</p>
      ) : (
        <ul className={styles.versions}>
          {versions.map((version) => (
            <li key={version.id}>
              <VersionButton
                version={version}
                isChosen={chosen === version.id}
                onClick={() => setChosen(chosen === version.id ? null : version.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen === null || versions.every(({ id, current }) => id !== chosen || current) ? null : (
        <Comparison
          subject={subject}
          versionId={chosen}
          source={source}
          restoring={restoring}
          onRestore={onRestore}
        />
      )}
    </Panel>
  );
}

function VersionButton(props: { version: Version; isChosen: boolean; onClick: () => void }) {
  const { version, isChosen, onClick } = props;
  return (
    <button
      type="button"
      className={styles.version}
      aria-pressed={isChosen}
      disabled={version.current}
      onClick={onClick}
    >
      <When at={version.createdAt} />
      <span className="small quiet">
        {version.current ? t("content.now") : version.author || t("content.unknownAuthor")}
      </span>
    </button>
  );
}

interface ComparisonProps extends Props {
  versionId: number;
}

function Comparison({ subject, versionId, source, onRestore, restoring }: ComparisonProps) {
  const isOnline = useOnline();
  const query = useQuery(versionQuery(subject, versionId));
  if (query.error)
    return <ErrorPanel error={query.error} plain onRetry={() => void query.refetch()} />;
  if (query.isPending) return <SkeletonText />;
  const { source: earlier, changed } = query.data;
  const others = changed.filter((name) => name !== "source").map((name) => labelOf(name));
  return (
    <section aria-label={t("content.compare")}>
      <h3 className="small strong">{t("content.compare")}</h3>
      {changed.includes("source") ? (
        <ul className={styles.diff}>
          {diffLines(source, earlier).map(({ kind, text }, index) => (
            <li key={index} data-kind={kind}>
              {kind === "same" ? null : (
                <span className="visually-hidden">
                  {t(kind === "added" ? "content.addedLine" : "content.removedLine")}
                </span>
              )}
              {text}
            </li>
          ))}
        </ul>
      ) : (
        <p className="small quiet">{t("content.sameText")}</p>
      )}
      {others.length > 0 ? (
        <p className="small">{t("content.alsoDiffers", { fields: others.join(", ") })}</p>
      ) : null}
      {onRestore ? (
        <Button loading={restoring} disabled={!isOnline} onClick={() => onRestore(versionId)}>
          {t("content.restore")}
        </Button>
      ) : null}
    </section>
  );
}

const labelOf = (name: string) => (name in LABELS ? t(LABELS[name as keyof typeof LABELS]) : name);
