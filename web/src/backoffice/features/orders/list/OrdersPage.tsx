import { ActionIcon, Button, Menu } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { Count } from "../../../api/list";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Icon } from "../../../ui/Icon";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { countText } from "../../../ui/table/count";
import { DataTable } from "../../../ui/table/DataTable";
import { type ListState, useListState, type View } from "../../../ui/table/listState";
import type { Selection } from "../../../ui/table/types";
import { toast, toastError } from "../../../ui/toasts";
import { BulkActions } from "./BulkActions";
import { BulkPanel } from "./BulkPanel";
import type { Operation, Scope } from "./bulk";
import { COLUMNS, phoneRow, SORTS } from "./columns";
import { useOrderFilters } from "./filters";
import { JobsTray } from "./JobsTray";
import {
  countQuery,
  deleteView,
  filterOf,
  type ListedOrder,
  newerQuery,
  ordersQuery,
  saveView,
  savedViewsQuery,
  viewCountsQuery,
} from "./queries";

const LOOK_AGAIN_MS = 30_000;
const SAVED = "saved-";

function builtIn(): [View, ...View[]] {
  return [
    { id: "all", name: t("orders.viewAll"), params: {} },
    {
      id: "to-confirm",
      name: t("orders.viewToConfirm"),
      params: { fulfilment: "to_confirm", payment: "paid,on_delivery,partly_refunded" },
    },
    { id: "to-pack", name: t("orders.viewToPack"), params: { fulfilment: "to_pack" } },
    {
      id: "to-ship",
      name: t("orders.viewToShip"),
      params: { fulfilment: "to_ship,partly_shipped" },
    },
    { id: "late", name: t("orders.viewLate"), params: { late: "yes", sort: "shipBy" } },
    { id: "to-refund", name: t("orders.viewToRefund"), params: { refund: "yes" } },
  ];
}

/** The built-in views with their counts, then the saved ones. */
function useViews(): [View, ...View[]] {
  const { data: counts } = useQuery({ ...viewCountsQuery, refetchInterval: LOOK_AGAIN_MS });
  const { data: saved } = useQuery(savedViewsQuery);
  return useMemo(() => {
    const of: Record<string, Count | undefined> = {
      all: counts?.all,
      "to-confirm": counts?.toConfirm,
      "to-pack": counts?.toPack,
      "to-ship": counts?.toShip,
      late: counts?.late,
      "to-refund": counts?.toRefund,
    };
    const [first, ...others] = builtIn();
    const counted = (view: View) => ({ ...view, count: of[view.id] ?? null });
    const own = (saved ?? []).map((view): View => ({
      id: `${SAVED}${view.id}`,
      name: view.name,
      params: view.params,
      columns: view.columns.length > 0 ? view.columns : undefined,
      own: view.isOwn,
    }));
    return [counted(first), ...others.map(counted), ...own];
  }, [counts, saved]);
}

function useViewActions() {
  const client = useQueryClient();
  const changed = () => client.invalidateQueries(savedViewsQuery);
  return {
    save: async (view: Parameters<typeof saveView>[0]) => {
      await saveView(view);
      toast(t("orders.viewSaved"));
      await changed();
    },
    remove: async (id: string) => {
      try {
        await deleteView(Number(id.slice(SAVED.length)));
        toast(t("orders.viewDeleted"));
      } catch (error) {
        toastError(error);
      }
      await changed();
    },
  };
}

/** Announces orders that were placed since the list was loaded; they are shown on request. */
function useNews(list: ListState, newestId: number | undefined) {
  const client = useQueryClient();
  const sort = list.params["sort"] ?? "-placed";
  const { data } = useQuery({
    ...newerQuery(list.params, newestId ?? 0),
    enabled: newestId !== undefined && list.cursor === null && sort === "-placed",
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: 0,
  });
  if (!data || data.value === 0) return null;
  return {
    text: t("orders.news", { count: data.value }),
    onShow: () => void client.invalidateQueries({ queryKey: ["orders"] }),
  };
}

interface Chosen {
  operation: Operation;
  scope: Scope;
  clear: () => void;
}

/** A draft, the export, and the jobs. On a phone all but the menu are in it or in the top bar. */
function HeadActions({ canExport, onExport }: { canExport: boolean; onExport: () => void }) {
  const { can } = useOperator();
  const online = useOnline();
  const cannotExport = !online || !canExport;
  return (
    <>
      {can("orders.export") ? (
        <Button visibleFrom="sm" disabled={cannotExport} onClick={onExport}>
          {t("orders.export")}
        </Button>
      ) : null}
      {can("orders.create") ? (
        <Button
          component={Link}
          to="/drafts/new"
          variant="filled"
          visibleFrom="sm"
          leftSection={<Icon name="plus" small />}
        >
          {t("orders.newDraft")}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("orders.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can("orders.export") ? (
            <Menu.Item hiddenFrom="sm" disabled={cannotExport} onClick={onExport}>
              {t("orders.export")}
            </Menu.Item>
          ) : null}
          <Menu.Item component={Link} to="/bulk">
            {t("orders.jobs")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const NOTHING = () => undefined;

const TEXTS = {
  count: (values: { count: number; shown: string }) => t("orders.count", values),
  selected: (count: number) => t("orders.selected", { count }),
  search: t("orders.searchHint"),
  empty: t("orders.empty"),
};

const rowsScope = (rows: readonly ListedOrder[]): Scope => ({
  kind: "ids",
  ids: rows.map((row) => row.id),
});
const idOf = (order: ListedOrder) => String(order.id);
const numberOf = (order: ListedOrder) => order.orderId;
const hrefOf = (order: ListedOrder) => `/orders/${order.orderId}`;

/** Old rows stay, dimmed, while a filter changes. */
const PREVIOUS = { placeholderData: keepPreviousData };

/** The list of orders. */
export default function OrdersPage() {
  const list = useListState(useViews());
  const filters = useOrderFilters();
  const views = useViewActions();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [started, setStarted] = useState<readonly number[]>([]);
  const query = useQuery({ ...ordersQuery(list.params, list.cursor), ...PREVIOUS });
  const { data: count } = useQuery({ ...countQuery(list.params), ...PREVIOUS });
  const news = useNews(list, query.data?.newestId);
  const matches: Scope = { kind: "filter", filter: filterOf(list.params) };
  const bulk = (selection: Selection<ListedOrder>) => (
    <BulkActions
      rows={selection.rows}
      all={selection.all && count ? countText(count) : null}
      onChoose={(operation) => {
        const scope = selection.all ? matches : rowsScope(selection.rows);
        setChosen({ operation, scope, clear: selection.clear });
      }}
    />
  );
  const exportAll = () => setChosen({ operation: "orders.export", scope: matches, clear: NOTHING });
  return (
    <Page wide>
      <PageHead
        title={t("orders.title")}
        actions={<HeadActions canExport={query.data?.items.length !== 0} onExport={exportAll} />}
      />
      {query.data?.partial ? <p className="quiet">{t("orders.partial")}</p> : null}
      <DataTable
        {...{ list, query, count, filters, news, bulk }}
        id="orders"
        label={t("orders.title")}
        columns={COLUMNS}
        rowId={idOf}
        rowLabel={numberOf}
        rowHref={hrefOf}
        phone={phoneRow}
        sorts={SORTS}
        selectAll
        texts={TEXTS}
        onSaveView={views.save}
        onDeleteView={views.remove}
      />
      <JobsTray started={started} />
      {chosen ? (
        <BulkPanel
          operation={chosen.operation}
          scope={chosen.scope}
          onClose={() => setChosen(null)}
          onStarted={(jobId) => {
            setStarted((before) => [...before, jobId]);
            chosen.clear();
            setChosen(null);
          }}
        />
      ) : null}
    </Page>
  );
}
