import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { useListNeighbours } from "../../ui/listTrail";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Facts, Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { When } from "../../ui/When";
import styles from "./Entry.module.css";
import { actionName, changesOf, type Entry, kindName } from "./entry";

/** An entry with all values before and after. */
export default function EntryPage() {
  const id = Number(useParams()["id"]);
  const neighbours = useListNeighbours();
  const {
    data: entry,
    error,
    refetch,
  } = useQuery({
    queryKey: ["audit", "entry", id],
    queryFn: () => unwrap(api.GET("/api/admin/v1/audit/{id}", { params: { path: { id } } })),
    staleTime: Infinity,
  });
  return (
    <Page>
      <PageHead
        title={entry ? actionName(entry.action) : t("audit.entry")}
        back="/audit"
        facts={entry ? entry.subject.label : null}
        neighbours={neighbours}
      />
      {entry ? (
        <DetailColumns
          main={<Changes entry={entry} />}
          aside={
            <>
              <Details entry={entry} />
              <ChangeHistory
                auditEntry={entry.id}
                title={t("audit.takeBack")}
                label={(key) => key}
                hidesEmpty
              />
            </>
          }
        />
      ) : error ? (
        <ErrorPanel error={error} title={t("audit.failed")} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPage panels={2} />
      )}
    </Page>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) {
    return (
      <Panel title={t("audit.changes")}>
        <p className="quiet">{t("audit.noChanges")}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t("audit.changes")} flush>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("audit.field")}</th>
            <th scope="col">{t("audit.before")}</th>
            <th scope="col">{t("audit.after")}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td className={styles.before}>{before}</td>
              <td className={styles.after} data-changed={before !== after || undefined}>
                {after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Details({ entry }: { entry: Entry }) {
  const { actor, address, subject, happenedAt, action } = entry;
  return (
    <Panel title={t("audit.details")}>
      <Facts
        facts={[
          { label: t("audit.time"), value: <When at={happenedAt} as="full" /> },
          { label: t("audit.actor"), value: actor.name },
          { label: t("audit.actorKind"), value: kindName(actor.kind) },
          { label: t("audit.address"), value: address ?? "—" },
          { label: t("audit.action"), value: action },
          { label: t("audit.subject"), value: subject.label },
        ]}
      />
    </Panel>
  );
}
