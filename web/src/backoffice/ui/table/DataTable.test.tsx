import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Page } from "../../api/list";
import { ApiError } from "../../api/errors";
import { expectAccessible, renderPage } from "../testing";
import { DataTable } from "./DataTable";
import { choiceFilter } from "./filters";
import { useListState, type View } from "./listState";
import type { Column, DataTableProps, RowsQuery, Selection } from "./types";

interface Order {
  number: string;
  name: string;
  total: string;
}

const VIEWS: [View, ...View[]] = [
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

function orders(count: number): Order[] {
  return Array.from({ length: count }, (_, index) => ({
    number: `SO-${String(1000 + index)}`,
    name: `Customer ${String(index)}`,
    total: "$10.00",
  }));
}

function queryOf(
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

const onRequest = vi.fn<(params: object, cursor: string | null) => void>();
const confirm = vi.fn<(selection: Selection<Order>) => void>();

function List({
  views = VIEWS,
  ...props
}: Partial<DataTableProps<Order>> & { views?: [View, ...View[]] }) {
  const list = useListState(views);
  onRequest(list.params, list.cursor);
  return (
    <main>
      <DataTable
        id="test"
        label="Orders"
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

beforeEach(() => sessionStorage.clear());

const lastRequest = () => onRequest.mock.calls.at(-1);

describe("views and filters", () => {
  it("are in the address and restored from it", async () => {
    const { router } = renderPage(<List />, { path: "/orders?view=to-pack&q=1256&sort=name" });
    expect(lastRequest()).toEqual([{ fulfilment: "to_pack", q: "1256", sort: "name" }, null]);
    expect(screen.getByRole("button", { name: /To pack/, current: "page" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /^All/ }));
    expect(router.state.location.search).toBe("");
  });

  it("show a filter as a chip that × removes, also one of the view", async () => {
    const { router } = renderPage(<List />, { path: "/orders?view=to-pack&cursor=abc" });
    await userEvent.click(screen.getByRole("button", { name: "Remove filter Fulfilment" }));
    expect(lastRequest()).toEqual([{}, null]);
    expect(router.state.location.search).toBe("?view=to-pack&fulfilment=");
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(lastRequest()).toEqual([{ fulfilment: "to_pack" }, null]);
  });

  it("add a filter from the menu", async () => {
    renderPage(<List />, { path: "/orders" });
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    await userEvent.click(await screen.findByRole("button", { name: "Fulfilment" }));
    await userEvent.click(screen.getByRole("radio", { name: "Shipped" }));
    expect(lastRequest()).toEqual([{ fulfilment: "shipped" }, null]);
    expect(screen.getByRole("button", { name: "Fulfilment: Shipped" })).toBeVisible();
  });

  it("search after the last key, on the first page", async () => {
    renderPage(<List />, { path: "/orders?cursor=abc" });
    await userEvent.keyboard("/");
    expect(screen.getByRole("searchbox")).toHaveFocus();
    await userEvent.keyboard("nwosu");
    await waitFor(() => expect(lastRequest()).toEqual([{ q: "nwosu" }, null]));
  });

  it("search no more once a row was opened, even while its page is still loading", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let load: (page: { Component: () => ReactNode }) => void = () => undefined;
    const page = new Promise<{ Component: () => ReactNode }>((resolve) => (load = resolve));
    const others = [{ path: "/orders/:number", lazy: () => page }];
    renderPage(<List />, { path: "/orders", route: "/orders", others });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
    await user.type(screen.getByRole("searchbox"), "nwosu");
    await user.click(screen.getByRole("link", { name: "SO-1001" }));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    load({ Component: () => <p>{"The order"}</p> });
    expect(await screen.findByText("The order")).toBeVisible();
  });

  it("keep both of two changes before the next render", () => {
    const lists: ReturnType<typeof useListState>[] = [];
    function Reader() {
      lists.push(useListState(VIEWS));
      return null;
    }
    const { router } = renderPage(<Reader />, { path: "/orders" });
    const list = lists.at(-1);
    act(() => {
      list?.set("fulfilment", "shipped");
      list?.set("q", "nwosu");
    });
    expect(router.state.location.search).toBe("?fulfilment=shipped&q=nwosu");
  });

  it("follow Back", async () => {
    const { router } = renderPage(<List />, { path: "/orders?q=nwosu" });
    expect(screen.getByRole("searchbox")).toHaveValue("nwosu");
    await act(() => router.navigate("/orders"));
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("offer to save what differs from the view", async () => {
    const savedViews = {
      add: vi.fn().mockResolvedValue("all"),
      update: vi.fn(),
      remove: vi.fn(),
    };
    const { router } = renderPage(<List savedViews={savedViews} />, { path: "/orders" });
    expect(screen.queryByRole("button", { name: "Save view" })).not.toBeInTheDocument();
    await act(() => router.navigate("/orders?q=nwosu"));
    await userEvent.click(screen.getByRole("button", { name: "Save view" }));
    await userEvent.type(await screen.findByLabelText("Name of the view"), "Nwosu");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(savedViews.add).toHaveBeenCalledWith({
      name: "Nwosu",
      shared: false,
      params: { q: "nwosu" },
      columns: ["number", "name", "total"],
    });
  });

  it("keep the chosen columns in the address, and in one's own view", async () => {
    const savedViews = {
      add: vi.fn(),
      update: vi.fn().mockResolvedValue(undefined),
      remove: vi.fn(),
    };
    const views: [View, View] = [
      { id: "all", name: "All", params: {} },
      { id: "saved-1", name: "Mine", params: {}, columns: ["number", "name"], own: true },
    ];
    const { router } = renderPage(<List savedViews={savedViews} views={views} />, {
      path: "/orders?view=saved-1",
    });
    expect(screen.queryByRole("columnheader", { name: "Total" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Total" }));
    expect(router.state.location.search).toBe("?view=saved-1&columns=number%2Cname%2Ctotal");
    expect(screen.getByRole("columnheader", { name: "Total" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Update view" }));
    expect(savedViews.update).toHaveBeenCalledWith("saved-1", {
      params: {},
      columns: ["number", "name", "total"],
    });
    expect(router.state.location.search).toBe("?view=saved-1");
  });

  it("sort by a column", async () => {
    renderPage(<List />, { path: "/orders" });
    await userEvent.click(screen.getByRole("button", { name: "Customer" }));
    expect(lastRequest()).toEqual([{ sort: "-name" }, null]);
    expect(screen.getByRole("columnheader", { name: /Customer/ })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await userEvent.click(screen.getByRole("button", { name: "Customer" }));
    expect(lastRequest()).toEqual([{ sort: "name" }, null]);
  });
});

describe("counts", () => {
  it("are capped and say so", () => {
    renderPage(<List count={{ value: 10_000, exact: false }} />);
    expect(screen.getByText("10,000+ orders")).toBeVisible();
    expect(within(screen.getByRole("navigation")).getByText("10,000+")).toBeVisible();
  });
});

describe("rows", () => {
  it("open with a click, and their number is a link", async () => {
    const { router } = renderPage(<List />, { path: "/orders" });
    expect(screen.getByRole("link", { name: "SO-1001" })).toHaveAttribute(
      "href",
      "/orders/SO-1001",
    );
    await userEvent.click(screen.getByText("Customer 1"));
    expect(router.state.location.pathname).toBe("/orders/SO-1001");
  });

  it("are moved through, selected and opened by key", async () => {
    const { router, container } = renderPage(<List />, { path: "/orders" });
    await userEvent.keyboard("jjx");
    expect(container.querySelector("[data-current]")).toHaveAttribute("data-row", "SO-1001");
    expect(screen.getByRole("link", { name: "SO-1001" })).toHaveFocus();
    expect(screen.getByRole("checkbox", { name: "Select SO-1001" })).toBeChecked();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("checkbox", { name: "Select SO-1001" })).not.toBeChecked();
    await userEvent.keyboard("k{Enter}");
    expect(router.state.location.pathname).toBe("/orders/SO-1000");
  });

  it("are where they were left after Back", async () => {
    const { router, container } = renderPage(<List />, { path: "/orders?q=x" });
    await userEvent.keyboard("jj{Enter}");
    await act(() => router.navigate("/orders?q=x"));
    expect(container.querySelector("[data-current]")).toHaveAttribute("data-row", "SO-1001");
  });

  it("stay, dimmed, while others load", () => {
    const query = queryOf({ items: orders(2) }, { isPlaceholderData: true });
    renderPage(<List query={query} />);
    expect(screen.getByRole("table", { name: "Orders" })).toHaveAttribute("aria-busy", "true");
  });

  it("are drawn only where they are visible if there are many", () => {
    renderPage(<List query={queryOf({ items: orders(2_000) })} />);
    expect(screen.getAllByRole("row").length).toBeLessThan(200);
  });

  it("are a list of three lines on a phone", () => {
    renderPage(<List />, { width: 390 });
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
    const items = within(screen.getByRole("list", { name: "Orders" })).getAllByRole("listitem");
    expect(items[1]).toHaveTextContent("Customer 1$10.00SO-1001");
  });
});

describe("selection", () => {
  it("takes a range with Shift", async () => {
    renderPage(<List query={queryOf({ items: orders(6) })} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole("checkbox", { name: "Select SO-1001" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select SO-1004" }));
    await user.keyboard("{/Shift}");
    expect(screen.getByRole("region", { name: "Bulk actions" })).toHaveTextContent("4 selected");
  });

  it("takes a range with x and Shift+x", async () => {
    renderPage(<List query={queryOf({ items: orders(6) })} />);
    await userEvent.keyboard("jxjj{Shift>}X{/Shift}");
    expect(screen.getByRole("region", { name: "Bulk actions" })).toHaveTextContent("3 selected");
  });

  it("states its scope: this page, then all matches", async () => {
    renderPage(<List selectAll count={{ value: 142, exact: true }} />);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const bar = screen.getByRole("region", { name: "Bulk actions" });
    expect(bar).toHaveTextContent("3 selected on this page · Select all 142");
    await userEvent.click(within(bar).getByRole("button", { name: "Confirm" }));
    expect(confirm.mock.lastCall?.[0]).toMatchObject({
      all: false,
      ids: ["SO-1000", "SO-1001", "SO-1002"],
    });
    await userEvent.click(within(bar).getByRole("button", { name: "Select all 142" }));
    expect(bar).toHaveTextContent("142 selected on all pages");
    await userEvent.click(within(bar).getByRole("button", { name: "Confirm" }));
    expect(confirm.mock.lastCall?.[0]).toMatchObject({ all: true });
    await userEvent.click(screen.getByRole("checkbox", { name: "Select SO-1001" }));
    expect(bar).toHaveTextContent("2 selected on this page");
  });
});

describe("paging", () => {
  it("goes older and newer by cursor", async () => {
    const query = queryOf({ items: orders(2), nextCursor: "older" });
    renderPage(<List query={query} />, { path: "/orders" });
    expect(screen.getByRole("button", { name: "Newer" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Older" }));
    expect(lastRequest()).toEqual([{}, "older"]);
  });
});

describe("a list without rows", () => {
  it("says what appears here", () => {
    renderPage(<List query={queryOf({})} />, { path: "/orders" });
    expect(screen.getByText("No orders.")).toBeVisible();
  });

  it("names the filters that left nothing, and offers to clear them", async () => {
    renderPage(<List query={queryOf({})} />, { path: "/orders?q=nobody&fulfilment=shipped" });
    expect(screen.getByText("Nothing matches “nobody” · Fulfilment: Shipped.")).toBeVisible();
    const [, clear] = screen.getAllByRole("button", { name: "Clear" });
    if (clear) await userEvent.click(clear);
    expect(lastRequest()).toEqual([{}, null]);
  });

  it("says that nothing is in a view", () => {
    renderPage(<List query={queryOf({})} />, { path: "/orders?view=to-pack" });
    expect(screen.getByText("Nothing in “To pack” at the moment.")).toBeVisible();
  });

  it("shows why it could not be loaded, with the request's id", async () => {
    const error = new ApiError("not_ready", "Try later.", { status: 503, requestId: "req-77" });
    const query = queryOf({}, { data: undefined, error });
    renderPage(<List query={query} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Try later.");
    expect(screen.getByRole("button", { name: "Copy req-77" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(query.refetch).toHaveBeenCalled();
  });

  it("shows a skeleton while it loads", () => {
    renderPage(<List query={queryOf({}, { data: undefined, isPending: true })} />);
    expect(screen.getByText("Loading")).toBeInTheDocument();
  });
});

it("announces new rows and inserts them on request", async () => {
  const onShow = vi.fn();
  renderPage(<List news={{ text: "2 new orders", onShow }} />);
  await userEvent.click(
    within(screen.getAllByRole("status")[1] ?? document.body).getByRole("button", {
      name: "2 new orders",
    }),
  );
  expect(onShow).toHaveBeenCalledOnce();
});

it("remembers the chosen columns", async () => {
  const first = renderPage(<List />);
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Total" }));
  expect(screen.queryByRole("columnheader", { name: "Total" })).not.toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: "Order" })).toBeDisabled();
  first.unmount();
  renderPage(<List />);
  expect(screen.queryByRole("columnheader", { name: "Total" })).not.toBeInTheDocument();
});

it.each([390, 1440])("is accessible at %i px", async (width) => {
  const { container } = renderPage(<List count={{ value: 3, exact: true }} />, { width });
  await userEvent.click(screen.getByRole("checkbox", { name: "Select SO-1001" }));
  await expectAccessible(container);
});
