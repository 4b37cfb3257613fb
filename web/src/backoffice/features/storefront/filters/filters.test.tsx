import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import { changeCount, mergeFilters } from "./draft";
import FiltersPage from "./FiltersPage";
import type { FilterList, OfferedFilter } from "./queries";

const filter = (name: string, label: string, ...values: string[]): OfferedFilter => ({
  name,
  label,
  hidden: false,
  valueOrder: [],
  values: values.map((value, place) => ({ value, products: 9 - place })),
});
const MATERIAL = filter("material", "Material", "Linen");
const SIZE = filter("size", "Size", "L", "S", "M");
const LIST: FilterList = { items: [MATERIAL, SIZE], etag: '"one"' };

const sent: { body: unknown; match: string | null }[] = [];

function serve(theirs?: FilterList) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = (output: unknown) => Response.json({ status: true, output, error: null });
    if (request.url.includes("/presence/")) return answer({ others: [] });
    if (request.method === "GET") return answer(LIST);
    const body: unknown = await request.json();
    sent.push({ body, match: request.headers.get("If-Match") });
    if (theirs && sent.length === 1) {
      const error = { code: "edit_conflict", message: "Changed", current: theirs, etag: '"two"' };
      return Response.json({ status: false, output: null, error }, { status: 412 });
    }
    return answer({ ...LIST, etag: '"three"' });
  });
}

afterEach(() => vi.unstubAllGlobals());

const open = (permissions?: "products.read"[]) =>
  renderPage(<FiltersPage />, {
    path: "/storefront/filters",
    ...(permissions ? { permissions } : {}),
  });

test("a new order is one change, and other fields count each", () => {
  expect(changeCount(LIST.items, LIST.items)).toBe(0);
  expect(changeCount([SIZE, MATERIAL], LIST.items)).toBe(1);
  expect(
    changeCount(
      [
        { ...SIZE, hidden: true },
        { ...MATERIAL, label: "Stuff" },
      ],
      LIST.items,
    ),
  ).toBe(3);
});

test("changes of different filters are merged, and only the same one is asked about", () => {
  const mine = [{ ...SIZE, label: "My size" }, MATERIAL];
  const theirs = [
    { ...MATERIAL, hidden: true },
    { ...SIZE, label: "Their size" },
  ];
  const { fields, merged } = mergeFilters(mine, LIST.items, theirs);
  expect(fields).toMatchObject([{ name: "filter:size", theirs: "Their size, Show in lists" }]);
  expect(merged(new Set())).toEqual([theirs[1], theirs[0]]);
  expect(merged(new Set(["filter:size"]))[0]).toMatchObject({ label: "My size" });
});

test("filters are named, hidden and ordered by keyboard, and so are their values", async () => {
  serve();
  const { container } = open();
  const name = await screen.findByLabelText("Name of size");
  await expectAccessible(container);
  await userEvent.type(name, "s");
  await userEvent.click(screen.getByRole("switch", { name: "Show in lists: Material" }));
  screen.getByRole("button", { name: "Move Sizes" }).focus();
  await userEvent.keyboard("{ArrowUp}");
  await userEvent.click(screen.getByRole("button", { name: "Order values of Sizes" }));
  const values = screen.getByRole("list", { name: "Values of Sizes" });
  within(values).getByRole("button", { name: "Move L" }).focus();
  await userEvent.keyboard("{End}");
  await expectAccessible(container);
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Filters saved");
  expect(sent).toEqual([
    {
      match: '"one"',
      body: {
        items: [
          { name: "size", label: "Sizes", hidden: false, valueOrder: ["S", "M", "L"] },
          { name: "material", label: "Material", hidden: true, valueOrder: [] },
        ],
      },
    },
  ]);
});

test("somebody else's change of the same filter is shown beside mine", async () => {
  serve({ items: [MATERIAL, { ...SIZE, label: "Their size" }], etag: '"two"' });
  open();
  await userEvent.type(await screen.findByLabelText("Name of size"), "s");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByRole("dialog");
  await userEvent.click(screen.getByRole("radio", { name: /Your change/ }));
  await userEvent.click(screen.getByRole("button", { name: "Continue editing" }));
  await screen.findByText("Filters saved");
  expect(sent.at(-1)).toMatchObject({
    match: '"two"',
    body: { items: [{ name: "material" }, { name: "size", label: "Sizes" }] },
  });
});

test("without the right, nothing can be changed", async () => {
  serve();
  open(["products.read"]);
  expect(await screen.findByLabelText("Name of size")).toHaveAttribute("readonly");
  expect(screen.getByRole("switch", { name: "Show in lists: Material" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Move Size" })).toBeDisabled();
});
