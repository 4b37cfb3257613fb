import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { expectAccessible, renderPage } from "../testing";
import { confirm, lastRequest, List, orders, queryOf } from "./testing";

beforeEach(() => sessionStorage.clear());

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
