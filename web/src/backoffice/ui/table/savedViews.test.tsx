import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPage } from "../testing";
import { DataTable } from "./DataTable";
import type { View } from "./listState";
import { useList } from "./savedViews";
import { orders, queryOf } from "./testing";

const VIEWS: [View, ...View[]] = [{ id: "all", name: "All", params: {} }];

afterEach(() => vi.unstubAllGlobals());

function Returns() {
  const list = useList("returns", VIEWS);
  return (
    <DataTable
      label={"Returns"}
      list={list}
      query={queryOf({ items: orders(1) })}
      columns={[{ id: "name", header: "Customer", cell: (row) => row.name }]}
      rowId={(row) => row.number}
      rowLabel={(row) => row.number}
      phone={(row) => ({ title: row.name })}
      texts={{ count: () => "", search: "Number", empty: "" }}
    />
  );
}

it("shows no rows of another view while the one in the address is loading", async () => {
  const mine = { id: 7, name: "Mine", isOwn: true, params: { q: "nwosu" }, columns: [], etag: "1" };
  let load: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (load = resolve)));
  renderPage(<Returns />, { path: "/returns?view=saved-7" });
  expect(screen.queryByText("Customer 0")).not.toBeInTheDocument();
  await vi.waitFor(() => load(Response.json({ status: true, output: [mine], error: null })));
  expect(await screen.findByText("Customer 0")).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("nwosu");
  expect(screen.getByRole("button", { name: "Mine", current: "page" })).toBeVisible();
});

it("offers the built-in views when the saved ones cannot be read", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  renderPage(<Returns />, { path: "/returns?view=saved-7" });
  expect(await screen.findByText("Customer 0", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole("button", { name: "All", current: "page" })).toBeVisible();
});
