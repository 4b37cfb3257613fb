import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { ListParameters } from "../list/listParameters";
import { CategoryTree, type Tree } from "./CategoryTree";

const value = (name: string, count: number) => ({ value: name.toLowerCase(), label: name, count });

function show(tree: Tree, filters: ListParameters["filters"]) {
  const linkTo = (list: ListParameters) =>
    `?${new URLSearchParams({ is: JSON.stringify(list.filters) })}`;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CategoryTree
          tree={tree}
          source={{}}
          list={{ page: 2, sort: null, filters }}
          linkTo={linkTo}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function filtersOf(name: string): unknown {
  const link = screen.getByRole("link", { name });
  const query = new URL(link.getAttribute("href") ?? "", "http://x").searchParams;
  return JSON.parse(query.get("is") ?? "");
}

it("shows the chosen category below its parents, and its children below it", () => {
  show(
    {
      path: [value("Home", 9), value("Table", 5)],
      children: [value("Bowls", 3), value("Cups", 2)],
    },
    { category: ["table"], brand: ["kiln"] },
  );
  const nested = screen.getByRole("link", { name: "Home 9" }).closest("li");
  const inHome = within(nested as HTMLElement);
  expect(inHome.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Home 9",
    "Table 5",
    "Bowls 3",
    "Cups 2",
  ]);
  expect(screen.getByRole("link", { current: true })).toHaveTextContent("Table 5");
  expect(filtersOf("All categories")).toEqual({ brand: ["kiln"] });
  expect(filtersOf("Home 9")).toEqual({ brand: ["kiln"], category: ["home"] });
  expect(filtersOf("Bowls 3")).toEqual({ brand: ["kiln"], category: ["bowls"] });
});

it("shows the top level if no category is chosen", () => {
  show({ path: [], children: [value("Table", 5)] }, {});
  expect(screen.queryByRole("link", { name: "All categories" })).toBeNull();
  expect(filtersOf("Table 5")).toEqual({ category: ["table"] });
});

it("of many children it shows ten and a search field", async () => {
  const children = Array.from({ length: 14 }, (_, at) => value(`Bowls-${at + 1}`, 50 - at));
  show({ path: [value("Table", 99)], children }, { category: ["table"] });
  const shown = () => screen.getAllByRole("link").map((link) => link.textContent);
  expect(shown().slice(0, 2)).toEqual(["All categories", "Table 99"]);
  expect(shown()).toHaveLength(12);
  await userEvent.click(screen.getByRole("button", { name: "Show all 14" }));
  expect(shown()).toHaveLength(16);
  await userEvent.type(await screen.findByRole("searchbox", { name: "Find a category" }), "13");
  expect(shown()).toEqual(["All categories", "Table 99", "Bowls-13 38"]);
  expect(filtersOf("Bowls-13 38")).toEqual({ category: ["bowls-13"] });
});
