import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Facet } from "@/api/types";
import type { ListParameters } from "../list/listParameters";
import { FacetLinks } from "./FacetLinks";
import { FacetValues } from "./FacetValues";

/** A facet of brands, of which the first `sent` ones are sent. */
function brands(total: number, sent = total): Facet {
  const values = Array.from({ length: sent }, (_, at) => ({
    value: `brand-${at + 1}`,
    label: `Bränd ${at + 1}`,
    count: 100 - at,
  }));
  return { parameter: "brand", label: "Brand", total, values, tree: null };
}

const listOf = (...chosen: string[]): ListParameters => ({
  page: 1,
  sort: null,
  filters: chosen.length > 0 ? { brand: chosen } : {},
});

let requests: URL[];
let respond: () => Response;

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(new URL(request.url));
    return Promise.resolve(respond());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show(facet: Facet, list = listOf()) {
  const onChange = vi.fn<(list: ListParameters) => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <FacetValues {...{ facet, list, onChange }} latest={() => list} source={{ q: "bowl" }} />
    </QueryClientProvider>,
  );
  return onChange;
}

const shown = () => screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels);
const labels = () => shown().map((found) => found?.[0]?.querySelector("span")?.textContent);

it("a facet with few values shows all of them, without a field", () => {
  show(brands(12));
  expect(labels()).toHaveLength(12);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("a long facet shows ten values and the chosen ones, and the rest in place", async () => {
  show(brands(14), listOf("brand-11"));
  expect(labels()).toEqual([...brands(11).values.map(({ label }) => label)]);
  const more = screen.getByRole("button", { name: "Show all 14" });
  expect(more).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(more);
  expect(labels()).toHaveLength(14);
  expect(screen.getByRole("checkbox", { name: /^Bränd 12 / })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(labels()).toHaveLength(11);
});

it("the field filters as one types, keeps the chosen ones and says how many are left", async () => {
  const onChange = show(brands(30), listOf("brand-2"));
  const field = await screen.findByRole("searchbox", { name: "Find a brand" });
  await userEvent.type(field, "BRAND 3");
  await waitFor(() =>
    expect(labels()).toEqual(["Bränd 2", "Bränd 3", "Bränd 13", "Bränd 23", "Bränd 30"]),
  );
  expect(screen.getByRole("status")).toHaveTextContent("4 matches");
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(onChange).toHaveBeenCalledExactlyOnceWith(listOf("brand-2", "brand-3"));
  await userEvent.clear(field);
  await userEvent.type(field, "none");
  expect(screen.getByRole("status")).toHaveTextContent("Nothing matches “none”.");
  expect(labels()).toEqual(["Bränd 2"]);
  await userEvent.keyboard("{Escape}");
  expect(field).toHaveValue("");
  expect(labels()).toHaveLength(10);
  expect(requests).toEqual([]);
});

it("values that were not sent are found on the server", async () => {
  const found = { value: "brand-99", label: "Bränd 99", count: 1 };
  respond = () =>
    Response.json({
      status: true,
      output: { ...brands(1), total: 1, values: [found] },
      error: null,
    });
  show(brands(99, 60));
  expect(screen.getByRole("button", { name: "Show 60 of 99" })).toBeVisible();
  await userEvent.type(await screen.findByRole("searchbox"), "99");
  await waitFor(() => expect(labels()).toEqual(["Bränd 99"]));
  expect(screen.getByRole("status")).toHaveTextContent("1 match");
  const [{ pathname, searchParams } = new URL("x:")] = requests.slice(-1);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/api/facet-values",
    { facet: "brand", text: "99", q: "bowl" },
  ]);
});

it("a failed search on the server says that not everything was searched", async () => {
  respond = () =>
    Response.json(
      { status: false, output: null, error: { code: "not_ready", message: "Later.", fields: {} } },
      { status: 503 },
    );
  show(brands(99, 60));
  await userEvent.type(await screen.findByRole("searchbox"), "60");
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent(
      "Not all values could be searched. Please try again.",
    ),
  );
  expect(labels()).toEqual(["Bränd 60"]);
});

const coloured = (): Facet => {
  const swatches = ["#6d7a5c", null];
  const facet = brands(2);
  return { ...facet, values: facet.values.map((one, at) => ({ ...one, swatch: swatches[at] })) };
};
const swatchesOf = (container: Element) =>
  [...container.querySelectorAll("li")].map((one) => one.querySelector("i")?.style.background);

it("a value with a colour has a swatch beside its label, which names the checkbox alone", () => {
  show(coloured());
  expect(swatchesOf(document.body)).toEqual(["rgb(109, 122, 92)", undefined]);
  expect(screen.getByRole("checkbox", { name: "Bränd 1 100" })).toBeVisible();
});

it("without scripts, links have swatches too", () => {
  render(
    <MemoryRouter>
      <FacetLinks facet={coloured()} list={listOf()} linkTo={() => "?x"} />
    </MemoryRouter>,
  );
  expect(swatchesOf(document.body)).toEqual(["rgb(109, 122, 92)", undefined]);
  expect(screen.getByRole("link", { name: "Bränd 1 100" })).toBeVisible();
});

it("without scripts, the other values are links in an element that opens", () => {
  render(
    <MemoryRouter>
      <FacetLinks facet={brands(14)} list={listOf("brand-11")} linkTo={() => "?x"} />
    </MemoryRouter>,
  );
  const group = screen.getByRole("group");
  expect(group.querySelector("summary")).toHaveTextContent("Show all 14");
  expect(group.querySelectorAll("a")).toHaveLength(3);
  expect(document.querySelectorAll("a")).toHaveLength(14);
});
