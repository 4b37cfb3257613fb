import { Button } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap, unwrapFile } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator, useShop } from "../../session/session";
import { downloadFile } from "../../ui/download";
import { Icon } from "../../ui/Icon";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import { choiceFilter, dayFilter, dayRange, type Filter } from "../../ui/table/filters";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { startOfDay } from "../../ui/time";
import { toastError } from "../../ui/toasts";
import { When } from "../../ui/When";
import { ACTOR_KINDS, actionName, type Entry, kindName } from "./entry";

const VIEWS: [View] = [{ id: "all", name: t("audit.all"), params: {} }];

const COLUMNS: Column<Entry>[] = [
  {
    id: "action",
    header: t("audit.action"),
    cell: (entry) => actionName(entry.action),
    link: true,
  },
  {
    id: "subject",
    header: t("audit.subject"),
    cell: (entry) => entry.subject.label,
    truncate: (entry) => entry.subject.label,
  },
  {
    id: "actor",
    header: t("audit.actor"),
    cell: (entry) => entry.actor.name,
    truncate: (entry) => entry.actor.name,
  },
  {
    id: "kind",
    header: t("audit.actorKind"),
    cell: (entry) => kindName(entry.actor.kind),
    priority: 2,
  },
  {
    id: "address",
    header: t("audit.address"),
    cell: (entry) => entry.address ?? "—",
    priority: 3,
  },
  { id: "time", header: t("audit.time"), cell: (entry) => <When at={entry.happenedAt} /> },
];

type AuditQuery = Record<string, string>;

/** The list's values as the API takes them: days become moments in the shop's time zone. */
function toQuery(params: Readonly<Record<string, string>>, timeZone: string): AuditQuery {
  const { q, days, ...rest } = params;
  const { from, to } = dayRange(days ?? "", timeZone);
  const query: AuditQuery = { ...rest };
  // Shorter texts would match nearly everything; the server refuses them.
  if (q !== undefined && q.length >= 3) query["search"] = q;
  if (from !== null) query["since"] = startOfDay(from, timeZone, 0);
  if (to !== null) query["until"] = startOfDay(to, timeZone, 1);
  return query;
}

export default function AuditPage() {
  const { timeZone } = useShop();
  const list = useList("audit", VIEWS);
  const filters = useFilters();
  const queryParams = toQuery(list.params, timeZone);
  const query = useQuery({
    queryKey: ["audit", queryParams, list.cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/audit", {
          params: { query: { ...queryParams, ...(list.cursor ? { cursor: list.cursor } : {}) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const count = useQuery({
    queryKey: ["audit", "count", queryParams],
    queryFn: () => unwrap(api.GET("/api/admin/v1/audit/count", { params: { query: queryParams } })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page wide>
      <PageHead title={t("audit.title")} actions={<ExportButton query={queryParams} />} />
      <DataTable
        label={t("audit.title")}
        list={list}
        query={query}
        count={count.data}
        columns={COLUMNS}
        filters={filters}
        rowId={(entry) => String(entry.id)}
        rowLabel={(entry) => actionName(entry.action)}
        rowHref={(entry) => `/audit/${entry.id}`}
        phone={(entry) => ({
          title: actionName(entry.action),
          line: `${entry.subject.label} · ${entry.actor.name}`,
          time: <When at={entry.happenedAt} />,
        })}
        texts={{
          count: (values) => t("audit.count", values),
          search: t("audit.search"),
          empty: t("audit.empty"),
        }}
      />
    </Page>
  );
}

function useFilters(): Filter[] {
  const { data: values } = useQuery({
    queryKey: ["audit", "filters"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/audit/filters")),
  });
  return useMemo(
    () => [
      choiceFilter({
        key: "actorKind",
        label: t("audit.actorKind"),
        options: ACTOR_KINDS.map((value) => ({ value, label: kindName(value) })),
      }),
      choiceFilter({
        key: "actorId",
        label: t("audit.actor"),
        options: (values?.actors ?? []).flatMap(({ id, name, kind }) =>
          id === null || kind !== "operator" ? [] : [{ value: String(id), label: name }],
        ),
      }),
      choiceFilter({
        key: "action",
        label: t("audit.action"),
        options: (values?.actions ?? []).map((value) => ({ value, label: actionName(value) })),
      }),
      choiceFilter({
        key: "subjectKind",
        label: t("audit.subjectKind"),
        options: (values?.subjectKinds ?? []).map((value) => ({
          value,
          label: actionName(value),
        })),
      }),
      dayFilter({ key: "days", label: t("audit.placed") }),
    ],
    [values],
  );
}

/** The whole log as it is filtered, in one file. The export is itself recorded. */
function ExportButton({ query }: { query: AuditQuery }) {
  const operator = useOperator();
  const save = useMutation({
    mutationFn: () =>
      unwrapFile(api.GET("/api/admin/v1/audit/export", { params: { query }, parseAs: "blob" })),
    onSuccess: ({ file, name }) => downloadFile(name, file),
    onError: toastError,
  });
  if (!operator.can("audit.export")) return null;
  return (
    <Button
      leftSection={<Icon name="download" small />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("audit.export")}
    </Button>
  );
}
