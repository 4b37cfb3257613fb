import { Button } from "@mantine/core";
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import { fieldErrors } from "../api/errors";
import type { components } from "../api/schema";
import { t } from "../messages/t";
import { useOnline } from "../session/online";
import { useOperator } from "../session/session";
import styles from "./ChangeHistory.module.css";
import { ErrorNote } from "./ErrorPanel";
import { Panel } from "./Panel";
import { toast } from "./toasts";
import { When } from "./When";

const PATH = "/api/admin/v1/settings/changes";

type Change = components["schemas"]["SettingChange"];

interface Filters {
  area?: string;
  /** Only changes of one of these settings. */
  keys?: string[];
  auditEntry?: number;
}

interface Props extends Filters {
  /** What people call the setting with this key. */
  label: (key: string) => string;
  title?: string;
  /** The keys name records, which are added and removed; other settings only change. */
  hasRecords?: boolean;
  /** Shows nothing at all while there is no change. */
  hidesEmpty?: boolean;
}

const changesQuery = ({ keys, ...filters }: Filters, cursor: string | null) =>
  queryOptions({
    queryKey: ["settings", "changes", filters, keys, cursor],
    queryFn: () =>
      unwrap(
        api.GET(PATH, {
          params: {
            query: {
              ...filters,
              ...(keys === undefined ? {} : { key: keys }),
              ...(cursor === null ? {} : { cursor }),
              limit: 10,
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Who changed which settings, newest first, each with its undo. */
export function ChangeHistory({
  label,
  title,
  hasRecords = false,
  hidesEmpty = false,
  ...filters
}: Props) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(changesQuery(filters, cursor));
  const page = query.data;
  if (hidesEmpty && !page?.items.length) return null;
  return (
    <Panel title={title ?? t("ui.recentChanges")}>
      <ErrorNote error={query.error} />
      {page?.items.length === 0 ? <p className="quiet small">{t("ui.noChanges")}</p> : null}
      <ol className={styles.list}>
        {page?.items.map((change) => (
          <Item key={change.id} change={change} label={label} hasRecords={hasRecords} />
        ))}
      </ol>
      {page?.nextCursor || page?.previousCursor ? (
        <div className={styles.pages}>
          <Button disabled={!page.previousCursor} onClick={() => setCursor(page.previousCursor)}>
            {t("ui.newer")}
          </Button>
          <Button disabled={!page.nextCursor} onClick={() => setCursor(page.nextCursor)}>
            {t("ui.older")}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

interface ItemProps {
  change: Change;
  label: Props["label"];
  hasRecords: boolean;
}

function Item({ change, label, hasRecords }: ItemProps) {
  const { before, after, by, happenedAt, undoes, isUndone } = change;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const what = keys
    .map((key) => {
      if (!hasRecords) return t("ui.changed", { what: label(key) });
      if (!(key in before)) return t("ui.added", { what: label(key) });
      return t(key in after ? "ui.changed" : "ui.removed", { what: label(key) });
    })
    .join(", ");
  return (
    <li>
      <div className="small">{what}</div>
      <div className="tiny quiet">
        {by === "" ? t("ui.byCommand") : by} · <When at={happenedAt} as="ago" />
        {undoes === null ? "" : ` · ${t("ui.undidOne")}`}
        {isUndone ? ` · ${t("ui.wasUndone")}` : ""}
      </div>
      {isUndone ? null : <Undo change={change} what={what} />}
    </li>
  );
}

function Undo({ change, what }: { change: Change; what: string }) {
  const client = useQueryClient();
  const operator = useOperator();
  const online = useOnline();
  const undo = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/{changeId}/undo`, { params: { path: { changeId: change.id } } })),
    onSuccess: async () => {
      toast(t("ui.undone"));
      // What the settings are about may be shown anywhere.
      await client.invalidateQueries();
    },
  });
  if (!operator.can(change.editPermission)) return null;
  if (!change.isRestorable) return <p className="tiny quiet">{t("ui.secretForgotten")}</p>;
  return (
    <>
      <ErrorNote error={undo.error} isWrite />
      {Object.entries(fieldErrors(undo.error)).map(([name, text]) => (
        <p key={name} className="small bad">
          {text}
        </p>
      ))}
      <Button
        className={styles.undo}
        variant="subtle"
        size="compact-sm"
        loading={undo.isPending}
        disabled={!online}
        title={online ? undefined : t("frame.offlineWrites")}
        aria-label={t("ui.undoOf", { what })}
        onClick={() => undo.mutate()}
      >
        {t("ui.undo")}
      </Button>
    </>
  );
}
