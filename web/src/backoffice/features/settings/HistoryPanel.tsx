import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { type Area, type Change, changesQuery } from "./queries";
import styles from "./settings.module.css";

interface Props {
  area: Area;
  /** What people call the setting with this key. */
  label: (key: string) => string;
}

/** Who changed what, newest first, each with its undo. */
export function HistoryPanel({ area, label }: Props) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useQuery(changesQuery(area, cursor));
  const page = query.data;
  return (
    <Panel title={t("settings.history")}>
      <ErrorNote error={query.error} />
      {page?.items.length === 0 ? <p className="quiet small">{t("settings.noHistory")}</p> : null}
      <ol className={styles.history}>
        {page?.items.map((change) => (
          <Item key={change.id} change={change} label={label} />
        ))}
      </ol>
      {page?.nextCursor || page?.previousCursor ? (
        <div className={styles.buttons}>
          <Button disabled={!page.previousCursor} onClick={() => setCursor(page.previousCursor)}>
            {t("settings.newer")}
          </Button>
          <Button disabled={!page.nextCursor} onClick={() => setCursor(page.nextCursor)}>
            {t("settings.older")}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Item({ change, label }: { change: Change; label: Props["label"] }) {
  const client = useQueryClient();
  const operator = useOperator();
  const online = useOnline();
  const undo = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/settings/changes/{changeId}/undo", {
          params: { path: { changeId: change.id } },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["settings"] });
      toast(t("ui.undone"));
    },
  });
  const keys = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])];
  const what = (key: string) =>
    key in change.before
      ? t(key in change.after ? "settings.changed" : "settings.removed", { what: label(key) })
      : t("settings.added", { what: label(key) });
  return (
    <li>
      <div className="small">{keys.map(what).join(", ")}</div>
      <div className="tiny quiet">
        {change.by === "" ? t("settings.byCommand") : change.by} ·{" "}
        <When at={change.happenedAt} as="ago" />
        {change.undoes === null ? "" : ` · ${t("settings.undidOne")}`}
        {change.isUndone ? ` · ${t("settings.wasUndone")}` : ""}
      </div>
      <ErrorNote error={undo.error} isWrite />
      {operator.can("settings.edit") && !change.isUndone ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={undo.isPending}
          disabled={!online}
          aria-label={t("settings.undoOf", { what: keys.map(what).join(", ") })}
          onClick={() => undo.mutate()}
        >
          {t("ui.undo")}
        </Button>
      ) : null}
    </li>
  );
}
