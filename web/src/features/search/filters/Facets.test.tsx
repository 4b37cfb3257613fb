import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Facet } from "@/api/types";
import type { ListParameters } from "../list/listParameters";
import { Facets } from "./Facets";

function categories(count: number): Facet {
  const values = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    return { value: `kind-${number}`, label: `Kind ${number}`, count: 50 - at };
  });
  return { parameter: "category", label: "Category", total: count, values, tree: null };
}

function show(facet: Facet) {
  const list: ListParameters = { page: 1, sort: null, filters: {} };
  const props = { list, currency: "USD", onChange: () => undefined, linkTo: () => "?x" };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Facets
          {...props}
          facets={[facet]}
          source={{ category: "home" }}
          latest={() => list}
          categoriesAreLinks
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const visible = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

it("a category shows up to twelve children without a field", () => {
  show(categories(12));
  expect(visible()).toHaveLength(12);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("of more children it shows ten, the others on request or if they are searched", async () => {
  show(categories(14));
  expect(visible()).toHaveLength(10);
  expect(document.querySelectorAll("a")).toHaveLength(14);
  await userEvent.click(screen.getByRole("button", { name: "Show all 14" }));
  expect(visible()).toHaveLength(14);
  expect(screen.getByRole("link", { name: "Kind 11 40" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(visible()).toHaveLength(10);
  await userEvent.type(
    await screen.findByRole("searchbox", { name: "Find a category" }),
    "kind 13",
  );
  expect(visible()).toEqual(["/c/collections/kind-13"]);
  expect(document.querySelector("a[rel]")).toBeNull();
});
