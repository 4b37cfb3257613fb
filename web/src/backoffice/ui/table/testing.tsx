import { Button } from "@mantine/core";
import { vi } from "vitest";
import type { Page } from "../../api/list";
import { DataTable } from "./DataTable";
import { choiceFilter } from "./filters";
import { useListState, type View } from "./listState";
import type { SavedViews } from "./savedViews";
import type { Column, DataTableProps, RowsQuery, Selection } from "./types";

interface Order {
  number: string;
  name: string;
  total: string;
}

export const VIEWS: [View, ...View[]] = [
  { id: "all", name: "All", params: {}, count: { value: 10_000, exact: false } },
  {
    id: "to-pack",
    name: "To pack",
    params: { fulfilment: "to_pack" },
    count: { value: 14, exact: true },
  },
];

const COLUMNS: Column<Order>[] = [
  { id: "number", header: "Order", cell: (row) => row.number, link: true },
  {
    id: "name",
    header: "Customer",
    cell: (row) => row.name,
    truncate: (row) => row.name,
    sort: { ascending: "name", descending: "-name" },
  },
  { id: "total", header: "Total", cell: (row) => row.total, align: "right", priority: 3 },
];

export function orders(count: number): Order[] {
  return Array.from({ length: count }, (_, index) => ({
    number: `SO-${String(1000 + index)}`,
    name: `Customer ${String(index)}`,
    total: "$10.00",
  }));
}

export function queryOf(
  page: Partial<Page<Order>>,
  more: Partial<RowsQuery<Order>> = {},
): RowsQuery<Order> {
  return {
    data: { items: [], nextCursor: null, previousCursor: null, ...page },
    error: null,
    isPending: false,
    isPlaceholderData: false,
    refetch: vi.fn(),
    ...more,
  };
}

/** What rows are requested with. */
const onRequest = vi.fn<(params: object, cursor: string | null) => void>();
export const confirm = vi.fn<(selection: Selection<Order>) => void>();

const NO_SAVED_VIEWS: SavedViews = { add: vi.fn(), update: vi.fn(), remove: vi.fn() };

/** A list of orders with views, a filter and a bulk action. */
export function List({
  views = VIEWS,
  savedViews = NO_SAVED_VIEWS,
  ...props
}: Partial<DataTableProps<Order>> & { views?: [View, ...View[]]; savedViews?: SavedViews }) {
  const state = useListState(views);
  const list = { ...state, id: "orders", saved: savedViews, isRestoring: false } as const;
  onRequest(list.params, list.cursor);
  return (
    <main>
      <DataTable
        label={"Orders"}
        list={list}
        query={queryOf({ items: orders(3) })}
        columns={COLUMNS}
        rowId={(row) => row.number}
        rowLabel={(row) => row.number}
        rowHref={(row) => `/orders/${row.number}`}
        phone={(row) => ({ title: row.name, amount: row.total, line: row.number })}
        texts={{
          count: ({ shown }) => `${shown} orders`,
          search: "Number, name",
          empty: "No orders.",
        }}
        filters={[
          choiceFilter({
            key: "fulfilment",
            label: "Fulfilment",
            options: [
              { value: "to_pack", label: "To pack" },
              { value: "shipped", label: "Shipped" },
            ],
          }),
        ]}
        sorts={[
          { value: "-name", label: "Z to A" },
          { value: "name", label: "A to Z" },
        ]}
        bulk={(selection) => <Button onClick={() => confirm(selection)}>{"Confirm"}</Button>}
        {...props}
      />
    </main>
  );
}

/** What the rows of the last render were requested with. */
export const lastRequest = () => onRequest.mock.calls.at(-1);
