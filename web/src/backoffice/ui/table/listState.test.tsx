import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { renderPage } from "../testing";
import { useListState, type View } from "./listState";
import { lastRequest, List, VIEWS } from "./testing";

beforeEach(() => sessionStorage.clear());

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
