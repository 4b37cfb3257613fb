import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import { addColumn, changedNames, draftOf, EMPTY, fill, inputOf, removeColumn } from "./draft";
import type { SizeGuideDetails } from "./queries";
import SizeGuidePage from "./SizeGuidePage";

const MUGS: SizeGuideDetails = {
  id: 4,
  slug: "mugs",
  title: "Mug sizes",
  introduction: "",
  option: "Size",
  unit: "cm",
  columns: [
    { title: "Size", measured: false },
    { title: "Width", measured: true },
  ],
  rows: [
    ["S", "8"],
    ["L", "10"],
  ],
  categories: [{ id: 2, title: "Mugs" }],
  etag: '"one"',
};

const sent: { body: unknown; match: string | null }[] = [];

/** Answers reads with the guide, and the first save with a conflict if there is one. */
function serve(current: SizeGuideDetails, theirs?: SizeGuideDetails) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.includes("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    if (request.method === "GET") {
      return Response.json({ status: true, output: current, error: null });
    }
    const body: unknown = await request.json();
    sent.push({ body, match: request.headers.get("If-Match") });
    if (theirs && sent.length === 1) {
      const error = { code: "edit_conflict", message: "Changed", current: theirs, etag: '"two"' };
      return Response.json({ status: false, output: null, error }, { status: 412 });
    }
    const output = { ...current, ...(body as object), etag: '"three"' };
    return Response.json({ status: true, output, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderPage(<SizeGuidePage />, {
    path: "/storefront/size-guides/4",
    route: "/storefront/size-guides/:id",
  });

test("empty rows at the end and units that measure nothing are not sent", () => {
  const filled = {
    ...EMPTY,
    title: " Mugs ",
    ...fill(EMPTY, { row: 0, column: 0 }, [["S", " 8 "]]),
  };
  expect(inputOf(filled)).toMatchObject({ title: "Mugs", unit: "cm", rows: [["S", "8"]] });
  expect(inputOf({ ...filled, unit: "" }).columns).toEqual([
    { title: "Size", measured: false },
    { title: "", measured: false },
  ]);
  expect(inputOf({ ...filled, ...removeColumn(filled, 1) })).toMatchObject({
    unit: null,
    rows: [["S"]],
  });
});

test("pasted cells add rows, and a new column has a cell in each row", () => {
  const draft = draftOf(MUGS);
  const cells = [["10", "left out"], ["12"], ["14"]];
  const pasted = { ...draft, ...fill(draft, { row: 1, column: 1 }, cells) };
  expect(pasted.rows).toEqual([
    ["S", "8"],
    ["L", "10"],
    ["", "12"],
    ["", "14"],
  ]);
  const wider = { ...draft, ...addColumn(draft) };
  expect(wider.rows[0]).toEqual(["S", "8", ""]);
  expect(changedNames(wider, draft)).toEqual(["columns", "rows"]);
});

test("cells are changed by keyboard and saved with the version", async () => {
  serve(MUGS);
  const { container } = open();
  const cell = await screen.findByLabelText("Width, row 1");
  await expectAccessible(container);
  expect(screen.getByRole("button", { name: "Delete" })).toBeDisabled();
  await userEvent.clear(cell);
  await userEvent.type(cell, "8 - 9{Enter}");
  expect(screen.getByLabelText("Width, row 2")).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Size guide saved");
  expect(sent.at(-1)).toMatchObject({
    match: '"one"',
    body: {
      rows: [
        ["S", "8 - 9"],
        ["L", "10"],
      ],
    },
  });
});

test("somebody else's title stays when mine changes the table", async () => {
  serve(MUGS, { ...MUGS, title: "Cups", rows: [["S", "7"]] });
  open();
  await userEvent.type(await screen.findByLabelText("Width, row 1"), "0");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Table");
  expect(dialog).not.toHaveTextContent("Cups");
  await userEvent.click(screen.getByRole("radio", { name: /^Table, Your change/ }));
  await userEvent.click(screen.getByRole("button", { name: "Continue editing" }));
  await screen.findByText("Size guide saved");
  expect(sent.at(-1)).toMatchObject({
    match: '"two"',
    body: {
      title: "Cups",
      rows: [
        ["S", "80"],
        ["L", "10"],
      ],
    },
  });
});
