import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { bytesText } from "../../ui/bytes";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Facts, Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { PanelBody } from "./PanelBody";
import {
  reportsQuery,
  searchQuery,
  type Space,
  useRebuildSearch,
  type Versions,
  versionsQuery,
} from "./queries";
import { ReportAge, RunButton } from "./ReportHead";
import styles from "./health.module.css";

/** When the search index was written, and the button that builds it again. */
export function SearchPanel() {
  const query = useQuery(searchQuery);
  const space = useQuery(reportsQuery).data?.space.space;
  const size = space?.used.find(({ name }) => name === "search")?.bytes;
  const online = useOnline();
  const mayMend = useOperator().can("health.mend");
  const rebuild = useRebuildSearch();
  return (
    <Panel
      title={t("health.search")}
      actions={
        mayMend ? (
          <Button
            loading={rebuild.isPending}
            disabled={!online}
            onClick={() =>
              rebuild.mutate(undefined, { onSuccess: () => toast(t("health.rebuilding")) })
            }
          >
            {t("health.rebuild")}
          </Button>
        ) : null
      }
    >
      <div id="search" className={styles.anchor} />
      {rebuild.error ? <ErrorNote error={rebuild.error} isWrite /> : null}
      <PanelBody query={query}>
        {({ writtenAt, products, reason }) => (
          <>
            <Facts
              facts={[
                {
                  label: t("health.indexWritten"),
                  value:
                    writtenAt === null ? (
                      <Status shape="late" tone="bad" text={t("health.indexUnusable")} />
                    ) : (
                      <When at={writtenAt} />
                    ),
                },
                { label: t("health.indexProducts"), value: products },
                {
                  label: t("health.indexSize"),
                  value: size === undefined ? "–" : bytesText(size),
                },
              ]}
            />
            {reason === null ? null : <p className={styles.help}>{reason}</p>}
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

const PLACES = {
  data: "health.diskData",
  backups: "health.diskBackups",
} as const;

const USES = {
  database: "health.usedDatabase",
  media: "health.usedMedia",
  search: "health.usedSearch",
  backups: "health.usedBackups",
  archives: "health.usedArchives",
  other: "health.usedOther",
} as const satisfies Record<Space["used"][number]["name"], string>;

/** What uses space, and how much is free. */
export function DiskPanel() {
  const query = useQuery(reportsQuery);
  return (
    <Panel
      flush
      title={t("health.disk")}
      actions={<RunButton kind="space" label={t("health.measure")} />}
    >
      <div id="disk" className={styles.anchor} />
      <PanelBody query={query}>
        {({ space: report }) => (
          <>
            <ReportAge report={report} result={t("health.measured")} help={t("health.diskHelp")} />
            {report.space ? <SpaceFacts space={report.space} /> : null}
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

function SpaceFacts({ space }: { space: Space }) {
  return (
    <div className={styles.inset}>
      <Facts
        facts={[
          ...space.used.map(({ name, bytes }) => ({
            label: t(USES[name]),
            value: bytesText(bytes),
          })),
          ...space.disks.map(({ holds, free, total }) => ({
            label: t("health.freeOn", { what: holds.map((name) => t(PLACES[name])).join(", ") }),
            value: t("health.freeOf", { free: bytesText(free), total: bytesText(total) }),
            total: true,
          })),
        ]}
      />
    </div>
  );
}

/** The versions of everything that runs. */
export function VersionsPanel() {
  const query = useQuery(versionsQuery);
  return (
    <Panel title={t("health.versions")}>
      <PanelBody query={query}>{(versions) => <VersionFacts versions={versions} />}</PanelBody>
    </Panel>
  );
}

function VersionFacts({ versions }: { versions: Versions }) {
  const { revision, head, clientBuiltAt } = versions;
  return (
    <Facts
      facts={[
        { label: "Stallage", value: versions.stallage },
        { label: "Python", value: versions.python },
        { label: "PostgreSQL", value: versions.postgresql },
        {
          label: t("health.schema"),
          value: revision === head ? revision : t("health.otherSchema", { revision, head }),
        },
        {
          label: t("health.client"),
          value: clientBuiltAt === null ? t("health.noClient") : <When at={clientBuiltAt} />,
        },
        ...versions.plugins.map(({ name, version }) => ({
          label: t("health.plugin", { name }),
          value: version,
        })),
      ]}
    />
  );
}
