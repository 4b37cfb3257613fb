import { Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { toastError } from "../../../ui/toasts";
import { type StarterSynonym, starterSynonymsQuery } from "./queries";
import { RowButton } from "./RowButton";
import styles from "./searchWords.module.css";
import { type WordColumn, WordTable } from "./WordTable";

/** Groups that are shown at once. */
const SHOWN = 20;

/** The synonyms that come with Stallage. Nothing if the shop's language has none. */
export function StarterSynonyms({ canEdit }: { canEdit: boolean }) {
  const query = useQuery(starterSynonymsQuery);
  const change = useSwitch();
  const online = useOnline();
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.groups.length === 0) return null;
  return (
    <Panel flush title={t("searchWords.starter")}>
      {query.data ? (
        <>
          <div className={styles.starter}>
            <p>{t("searchWords.starterIntro", { groups: query.data.groups.length })}</p>
            <Switch
              label={t("searchWords.useStarter")}
              checked={query.data.isOn}
              disabled={!canEdit || !online || change.isPending}
              onChange={(event) => change.mutate({ isOn: event.currentTarget.checked })}
            />
          </div>
          {query.data.isOn ? (
            <Groups
              groups={query.data.groups}
              onSwitch={canEdit && online && !change.isPending ? change.mutate : undefined}
            />
          ) : null}
        </>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  );
}

interface StarterSwitch {
  isOn: boolean;
  /** Without it, the whole set. */
  phrase?: string;
}

interface GroupsProps {
  groups: readonly StarterSynonym[];
  /** Undefined if the operator may not do it. */
  onSwitch: ((change: StarterSwitch) => void) | undefined;
}

function Groups({ groups, onSwitch }: GroupsProps) {
  const [text, setText] = useState("");
  const words = text.toLowerCase();
  const found = groups.filter(
    (one) => words === "" || [one.phrase, ...one.alternatives].some((each) => each.includes(words)),
  );
  // Those that are switched off come first: the table shows only some.
  const rows = found.toSorted((a, b) => Number(a.isOn) - Number(b.isOn)).slice(0, SHOWN);
  return (
    <>
      <div className={styles.starter}>
        <TextInput
          label={t("searchWords.findStarter")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status">
          {t("searchWords.starterShown", { shown: rows.length, found: found.length })}
        </p>
      </div>
      {rows.length > 0 ? (
        <WordTable<StarterSynonym>
          rows={rows}
          rowKey={(row) => row.phrase}
          columns={[...COLUMNS, ...(onSwitch ? [switching(onSwitch)] : [])]}
        />
      ) : null}
    </>
  );
}

const COLUMNS: readonly WordColumn<StarterSynonym>[] = [
  { header: t("searchWords.phrase"), cell: (row) => row.phrase },
  {
    header: t("searchWords.alternatives"),
    cell: (row) => (
      <>
        {row.alternatives.join(", ")}{" "}
        <span className="quiet small">
          {[
            row.bothWays ? [] : [t("searchWords.oneWay")],
            row.isOn ? [] : [t("searchWords.starterOff")],
            row.replaced.length > 0
              ? [t("searchWords.replaced", { phrases: row.replaced.join(", ") })]
              : [],
          ]
            .flat()
            .join(" · ")}
        </span>
      </>
    ),
  },
];

function switching(onSwitch: (change: StarterSwitch) => void): WordColumn<StarterSynonym> {
  return {
    header: t("searchWords.switch"),
    kind: "actions",
    cell: ({ phrase, isOn }) => (
      <RowButton
        text={t(isOn ? "searchWords.switchOff" : "searchWords.switchOn")}
        label={t(isOn ? "searchWords.switchOffNamed" : "searchWords.switchOnNamed", { phrase })}
        onClick={() => onSwitch({ phrase, isOn: !isOn })}
      />
    ),
  };
}

function useSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StarterSwitch) =>
      unwrap(api.POST("/api/admin/v1/starter-synonyms/switch", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: starterSynonymsQuery.queryKey }),
    onError: toastError,
  });
}
