import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Changes } from "./Changes";
import styles from "./imports.module.css";
import { kindOf } from "./kinds";
import { Messages } from "./Messages";
import { type ImportDetails, type ImportItem, type ItemFilter, itemsQuery } from "./queries";

const OUTCOMES = ["created", "changed", "unchanged", "archived", "failed"] as const;

interface Shown {
  value: string;
  label: string;
  count: number;
  filter: ItemFilter;
}

function shownOf({ counts }: ImportDetails): Shown[] {
  const outcomes = OUTCOMES.map((outcome) => ({
    value: outcome,
    label: t(`imports.${outcome}`),
    count: counts[outcome],
    filter: { outcome: [outcome] } satisfies ItemFilter,
  }));
  const refused: ItemFilter = { state: ["failed"] };
  const conflicts: ItemFilter = { state: ["conflict"] };
  return [
    ...outcomes,
    { value: "refused", label: t("imports.refused"), count: counts.refused, filter: refused },
    {
      value: "conflicts",
      label: t("imports.conflicts"),
      count: counts.conflicts,
      filter: conflicts,
    },
  ].filter(({ count }) => count > 0);
}

/** The products of the file with what changes, and the errors and warnings of rows. */
export function ItemsPanel({ run }: { run: ImportDetails }) {
  const shown = shownOf(run);
  const messages = run.counts.errors + run.counts.warnings;
  const [chosen, setChosen] = useState("");
  const hasChanges = run.counts.changed + run.counts.created + run.counts.archived > 0;
  const first = run.counts.changed > 0 ? "changed" : hasChanges ? "all" : "messages";
  const current = chosen || (messages === 0 && first === "messages" ? "all" : first);
  const choices = [
    { value: "all", label: t("imports.show.all") },
    ...shown.map(({ value, label, count }) => ({ value, label: `${label} (${number(count)})` })),
    ...(messages > 0
      ? [{ value: "messages", label: `${t("imports.show.messages")} (${number(messages)})` }]
      : []),
  ];
  const filter = shown.find(({ value }) => value === current)?.filter ?? {};
  return (
    <Panel
      title={t(kindOf(run.kind).label)}
      actions={
        <Select
          aria-label={t("imports.show")}
          data={choices}
          value={current}
          allowDeselect={false}
          onChange={(value) => setChosen(value ?? "all")}
        />
      }
    >
      {current === "messages" ? <Messages run={run} /> : <Items run={run} filter={filter} />}
    </Panel>
  );
}

function Items({ run, filter }: { run: ImportDetails; filter: ItemFilter }) {
  const query = useInfiniteQuery(itemsQuery(run.id, run.state, filter));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} plain />;
  }
  if (query.isPending) return <SkeletonRows />;
  return (
    <>
      {items.length === 0 ? <p className="quiet">{t("imports.noItems")}</p> : null}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item.position} item={item} path={kindOf(run.kind).path} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t("imports.more")}
        </Button>
      ) : null}
    </>
  );
}

/** `path` is where records of this kind are. */
function Item({ item, path }: { item: ImportItem; path: string }) {
  const isThere = item.targetId !== null && item.undoResult !== "removed";
  const name = item.label || item.key || t("imports.row", { row: item.line });
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        {isThere ? (
          <Link className="link strong" to={`${path}/${item.targetId}`}>
            {name}
          </Link>
        ) : (
          <span className="strong">{name}</span>
        )}
        <span className="quiet small">
          {t(`imports.${item.outcome}`)}
          {" · "}
          {item.line > 0 ? t("imports.row", { row: item.line }) : t("imports.notInFile")}
        </span>
      </div>
      {item.message ? <p className="small bad">{item.message}</p> : null}
      <Changes changes={item.changes} more={item.moreChanges} />
    </li>
  );
}
