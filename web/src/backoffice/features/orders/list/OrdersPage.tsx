import { ActionIcon, Button, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
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
import { usePanelAddress } from "../../../ui/panelAddress";
import { DataTable } from "../../../ui/table/DataTable";
import type { ListState, View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { Selection } from "../../../ui/table/types";
import { BulkActions } from "./BulkActions";
import { BulkPanel } from "./BulkPanel";
import type { Operation, Scope } from "./bulk";
import { COLUMNS, phoneRow, SORTS } from "./columns";
import { useOrderFilters } from "./filters";
import { JobsTray } from "./JobsTray";
import {
  countQuery,
  filterOf,
  type ListedOrder,
  newerQuery,
  type OrderSort,
  ordersQuery,
  viewCountsQuery,
} from "./queries";

const LOOK_AGAIN_MS = 30_000;

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
    { id: "test", name: t("orders.viewTest"), params: { test: "yes" } },
  ];
}

/** The built-in views with their counts. */
function useBuiltIn(): [View, ...View[]] {
  const { data: counts } = useQuery({ ...viewCountsQuery, refetchInterval: LOOK_AGAIN_MS });
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
    return [counted(first), ...others.map(counted)];
  }, [counts]);
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

/** The operation whose preview is open. Back closes it. */
function useChosen(): [Chosen | null, (chosen: Chosen | null) => void] {
  const [panel, setPanel] = usePanelAddress();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const set = (next: Chosen | null) => {
    if (next) setChosen(next);
    setPanel(next?.operation ?? null);
  };
  return [panel === chosen?.operation ? chosen : null, set];
}

/** A draft, the export, and the jobs. On a phone all but the menu are in it or in the top bar. */
function HeadActions({ canExport, onExport }: { canExport: boolean; onExport: () => void }) {
  const { can } = useOperator();
  const online = useOnline();
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  const cannotExport = !online || !canExport;
  return (
    <>
      {can("orders.export") && !isPhone ? (
        <Button disabled={cannotExport} onClick={onExport}>
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
          {can("orders.export") && isPhone ? (
            <Menu.Item disabled={cannotExport} onClick={onExport}>
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
  const list = useList("orders", useBuiltIn());
  const filters = useOrderFilters();
  const [chosen, setChosen] = useChosen();
  const [started, setStarted] = useState<readonly number[]>([]);
  const query = useQuery({ ...ordersQuery(list.params, list.cursor), ...PREVIOUS });
  const { data: count } = useQuery({ ...countQuery(list.params), ...PREVIOUS });
  const news = useNews(list, query.data?.newestId);
  const filter = filterOf(list.params);
  const matches: Scope = { kind: "filter", filter };
  const printed = { filter, sort: list.params["sort"] as OrderSort | undefined };
  const bulk = (selection: Selection<ListedOrder>) => (
    <BulkActions
      rows={selection.rows}
      all={selection.all && count ? { ...printed, count: count.value } : null}
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
        label={t("orders.title")}
        columns={COLUMNS}
        rowId={idOf}
        rowLabel={numberOf}
        rowHref={hrefOf}
        phone={phoneRow}
        sorts={SORTS}
        selectAll
        texts={TEXTS}
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
