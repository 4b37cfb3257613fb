import { ActionIcon, Button, Menu } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator, useShop } from "../../../session/session";
import { downloadFile } from "../../../ui/download";
import { Icon } from "../../../ui/Icon";
import { useKeys } from "../../../ui/keys";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { usePanelAddress } from "../../../ui/panelAddress";
import { DataTable } from "../../../ui/table/DataTable";
import type { View } from "../../../ui/table/listState";
import { useList } from "../../../ui/table/savedViews";
import type { RowLayout, Selection } from "../../../ui/table/types";
import { toastError } from "../../../ui/toasts";
import { BulkActions } from "./BulkActions";
import type { Scope } from "./bulk";
import { CellStore } from "./cellStore";
import { columnsOf, type Grid, phoneRow, SORTS } from "./columns";
import { EditJobsPanel, EditTray } from "./EditJobs";
import { EditPanel } from "./EditPanel";
import { useProductFilters } from "./filters";
import { focusRowCell } from "./GridCell";
import {
  countQuery,
  type ExportFormat,
  exportProducts,
  EXPORTS,
  filterOf,
  type ListedProduct,
  productsQuery,
} from "./queries";
import { SaveCells } from "./SaveCells";
import { VariantRows } from "./VariantRows";

const VIEWS: [View, ...View[]] = [
  { id: "all", name: t("products.viewAll"), params: {} },
  { id: "active", name: t("products.viewActive"), params: { status: "active" } },
  { id: "draft", name: t("products.viewDraft"), params: { status: "draft" } },
  { id: "archived", name: t("products.viewArchived"), params: { status: "archived" } },
  { id: "low", name: t("products.viewLow"), params: { status: "active", stock: "low" } },
  {
    id: "sold-out",
    name: t("products.viewSoldOut"),
    params: { status: "active", stock: "sold_out" },
  },
  { id: "on-sale", name: t("products.viewOnSale"), params: { status: "active", onSale: "yes" } },
];

const TEXTS = {
  count: (values: { count: number; shown: string }) => t("products.count", values),
  selected: (count: number) => t("products.selected", { count }),
  search: t("products.searchHint"),
  empty: t("products.empty"),
};
const idOf = ({ id }: ListedProduct) => String(id);
const titleOf = ({ title }: ListedProduct) => title;
const hrefOf = ({ id }: ListedProduct) => `/products/${id}`;

/** Old rows stay, dimmed, while a filter changes. */
const PREVIOUS = { placeholderData: keepPreviousData };

/** What the cells of the list share. It changes only when variants are shown or hidden. */
function useGrid(): Grid {
  const { can } = useOperator();
  const { currency } = useShop();
  const [store] = useState(() => new CellStore(currency));
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const canPrices = can("products.edit");
  const canStock = can("stock.edit");
  return useMemo(() => {
    const toggle = (id: number) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return { store, canPrices, canStock, open, toggle };
  }, [store, open, canPrices, canStock]);
}

interface Chosen {
  scope: Scope;
  clear: () => void;
}

/** The selection whose edit is open. Back closes it. */
function useChosen(): [Chosen | null, (chosen: Chosen | null) => void] {
  const [panel, setPanel] = usePanelAddress();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const set = (next: Chosen | null) => {
    setChosen(next);
    setPanel(next ? "edit" : null);
  };
  return [panel === "edit" ? chosen : null, set];
}

interface HeadProps {
  /** Of the list, which the export keeps to. */
  params: Readonly<Record<string, string>>;
  onJobs: () => void;
}

function HeadActions({ params, onJobs }: HeadProps) {
  const { can } = useOperator();
  const save = useMutation({
    mutationFn: (format: ExportFormat) => exportProducts(params, format),
    onSuccess: ({ name, file }) => downloadFile(name, file),
    onError: toastError,
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t("products.more")}>
            <Icon name="dots" small />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {EXPORTS.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => save.mutate(format)} disabled={save.isPending}>
              {t(label)}
            </Menu.Item>
          ))}
          {can("products.edit") ? (
            <Menu.Item onClick={onJobs}>{t("products.jobs")}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {can("products.edit") ? (
        <Button component={Link} to="/products/new" variant="filled">
          {t("products.add")}
        </Button>
      ) : null}
    </>
  );
}

/** The panel of a bulk edit, and the progress of those that were started. */
function Edits({ chosen, onClose }: { chosen: Chosen | null; onClose: () => void }) {
  const [started, setStarted] = useState<readonly number[]>([]);
  const addStarted = (jobId: number) => setStarted((before) => [...before, jobId]);
  return (
    <>
      <EditTray started={started} onStarted={addStarted} />
      {chosen ? (
        <EditPanel
          scope={chosen.scope}
          onClose={onClose}
          onStarted={(jobId) => {
            addStarted(jobId);
            chosen.clear();
            onClose();
          }}
        />
      ) : null}
    </>
  );
}

/** The list of products, in which prices and stock can be edited. */
export default function ProductsPage() {
  const { can } = useOperator();
  const list = useList("products", VIEWS);
  const filters = useProductFilters();
  const grid = useGrid();
  const columns = useMemo(() => columnsOf(grid), [grid]);
  const [chosen, setChosen] = useChosen();
  const [showsJobs, setShowsJobs] = useState(false);
  const query = useQuery({ ...productsQuery(list.params, list.cursor), ...PREVIOUS });
  const { data: count } = useQuery({ ...countQuery(list.params), ...PREVIOUS });
  useKeys(t("products.keys"), [{ keys: "e", label: t("products.keyEdit"), run: focusRowCell }]);
  const bulk = (selection: Selection<ListedProduct>) => (
    <BulkActions
      selection={selection}
      onEdit={() =>
        setChosen({
          clear: selection.clear,
          scope: selection.all
            ? { kind: "filter", filter: filterOf(list.params) }
            : { kind: "ids", ids: selection.rows.map(({ id }) => id) },
        })
      }
    />
  );
  const below = (product: ListedProduct, layout: RowLayout<ListedProduct>) =>
    grid.open.has(product.id) ? <VariantRows {...{ product, layout, grid }} /> : null;
  return (
    <Page wide>
      <SaveCells store={grid.store} />
      <PageHead
        title={t("products.title")}
        actions={<HeadActions params={list.params} onJobs={() => setShowsJobs(true)} />}
      />
      <DataTable
        {...{ list, query, count, filters, columns, below }}
        {...(can("products.edit") ? { bulk } : {})}
        label={t("products.title")}
        rowId={idOf}
        rowLabel={titleOf}
        rowHref={hrefOf}
        phone={phoneRow}
        sorts={SORTS}
        selectAll
        texts={TEXTS}
      />
      <Edits chosen={chosen} onClose={() => setChosen(null)} />
      {showsJobs ? <EditJobsPanel onClose={() => setShowsJobs(false)} /> : null}
    </Page>
  );
}
