import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "../api/client";
import type { components, paths } from "../api/schema";
import { t } from "../messages/t";
import { Initials } from "./Initials";
import styles from "./Presence.module.css";

const HEARTBEAT_MS = 30_000;
const PATH = "/api/admin/v1/presence/{kind}/{key}";

type Present = components["schemas"]["PresentOperator"];
type Kind = paths[typeof PATH]["put"]["parameters"]["path"]["kind"];

export interface PresentRecord {
  kind: Kind;
  /** As in the address of the record's page, such as SO-7K2M-9QXD. */
  recordKey: string;
}

interface Props extends PresentRecord {
  mode: Present["mode"];
}

const NOBODY: readonly Present[] = [];

/** Says that this operator has a record open, and returns who else has. Nothing while it fails. */
function usePresence({ kind, recordKey: key, mode }: Props): readonly Present[] {
  const { data } = useQuery({
    queryKey: ["presence", kind, key, mode],
    queryFn: () => unwrap(api.PUT(PATH, { params: { path: { kind, key } }, body: { mode } })),
    refetchInterval: HEARTBEAT_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  useEffect(
    () => () => {
      void api.DELETE(PATH, { params: { path: { kind, key } } }).catch(() => undefined);
    },
    [kind, key],
  );
  return data?.others ?? NOBODY;
}

/** Who else has a record open, those who edit it first. */
export function Presence(props: Props) {
  const others = usePresence(props);
  return (
    <span className={styles.others} aria-live="polite">
      {others.map(({ operatorId, name, mode }) => (
        <span key={operatorId} className={styles.other}>
          <Initials name={name} small tone="info" />
          {mode === "editing" ? t("ui.editing", { name }) : t("ui.viewing", { name })}
        </span>
      ))}
    </span>
  );
}

/** Who else has a record open in its editor. The operator edits from the first change that is not saved. */
export function EditorPresence({ changes, ...record }: PresentRecord & { changes: number }) {
  return <Presence {...record} mode={changes > 0 ? "editing" : "viewing"} />;
}
