import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import ImportPage from "./ImportPage";

const HOSTILE = '<img src=x onerror="window.hit=1">';
const COUNTS = {
  ...{ created: 1, changed: 1, unchanged: 3, archived: 0, failed: 1, errors: 1, warnings: 0 },
  ...{ done: 0, refused: 0, skipped: 0, removed: 0, archivedByUndo: 0, restored: 0, conflicts: 0 },
};
const RUN = {
  id: 4,
  kind: "products",
  format: "shopify",
  formatName: "Shopify product CSV",
  fileName: "spring.csv",
  fileBytes: 1200,
  state: "checked",
  reason: null,
  rows: 6,
  total: 6,
  done: 6,
  counts: COUNTS,
  createdBy: "Priya Raman",
  createdAt: "2026-11-20T08:00:00Z",
  importedAt: null,
  undoUntil: null,
  undoneAt: null,
  canUndo: false,
  encoding: "utf-8",
  delimiter: ",",
  columns: [
    { name: "Title", samples: ["Jug"], target: "title", proposed: "title" },
    { name: "Glaze", samples: ["Matte"], target: "extra", proposed: "extra" },
  ],
  fields: [
    { id: "title", label: "Title", group: "product", required: true, repeatable: false },
    {
      id: "attribute",
      label: "Attribute for filters",
      group: "own",
      required: false,
      repeatable: true,
    },
    { id: "extra", label: "Keep for exports", group: "own", required: false, repeatable: true },
  ],
  options: [
    { id: "existing", values: ["update", "leave"], value: "update" },
    { id: "absent", values: ["leave", "archive"], value: "leave" },
  ],
  remembered: false,
};
const ITEM = {
  position: 1,
  key: "jug",
  label: HOSTILE,
  line: 2,
  outcome: "changed",
  changes: [
    { field: "variants", item: "Small", part: "price", before: "$20.00", after: "$24.50" },
    { field: "brand", item: "", part: "", before: "Kiln", after: "" },
  ],
  moreChanges: 0,
  state: "planned",
  message: null,
  targetId: null,
  undoResult: null,
};
const MESSAGE = {
  position: 0,
  severity: "error",
  line: 5,
  column: "Variant Price",
  value: "free",
  text: "Price “free” is not an amount.",
};

afterEach(() => vi.restoreAllMocks());

type Answers = Record<string, unknown>;

/** Answers requests by their method and the end of their path; returns what was sent. */
function serve(answers: Answers): { path: string; body: unknown }[] {
  const sent: { path: string; body: unknown }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const path = `${request.method} ${new URL(request.url).pathname.replace("/api/admin/v1", "")}`;
    if (request.method !== "GET") sent.push({ path, body: await request.json().catch(() => null) });
    if (!(path in answers)) return new Response("{}", { status: 404 });
    return Response.json({ status: true, output: answers[path], error: null });
  });
  return sent;
}

const page = (items: unknown[]) => ({ items, nextCursor: null, previousCursor: null });

function show(run: unknown, answers: Answers = {}) {
  const sent = serve({
    "GET /imports/4": run,
    "GET /imports/4/items": page([ITEM]),
    "GET /imports/4/messages": page([MESSAGE]),
    ...answers,
  });
  return { sent, ...renderPage(<ImportPage />, { path: "/imports/4", route: "/imports/:id" }) };
}

test("the dry run shows what changes, from which value to which", async () => {
  const { container } = show(RUN);
  expect(await screen.findByText("$24.50")).toBeVisible();
  expect(screen.getByText("Variant Small, price")).toBeVisible();
  expect(screen.getByText(HOSTILE)).toBeVisible();
  expect(screen.getByRole("button", { name: "Import 2 products" })).toBeEnabled();
  await expectAccessible(container);
});

test("errors name row, column and cell", async () => {
  show({ ...RUN, counts: { ...COUNTS, created: 0, changed: 0 } });
  expect(await screen.findByText("Price “free” is not an amount.")).toBeVisible();
  expect(screen.getByText("Row 5 · Variant Price")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
});

test("the mapping is changed and confirmed", async () => {
  const user = userEvent.setup();
  const run = { ...RUN, state: "mapping" };
  const { sent, container } = show(run, {
    "PUT /imports/4/mapping": { ...RUN, state: "checking" },
  });
  const glaze = await screen.findByRole("combobox", { name: "Field of Glaze" });
  await user.clear(glaze);
  await user.type(glaze, "Attribute{ArrowDown}{Enter}");
  expect(glaze).toHaveValue("Attribute for filters");
  await user.click(screen.getByRole("radio", { name: "Archive them" }));
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: "Check file" }));
  expect(sent).toEqual([
    {
      path: "PUT /imports/4/mapping",
      body: { mapping: ["title", "attribute"], options: { existing: "update", absent: "archive" } },
    },
  ]);
});

test("a file of no known format says which fields have to be chosen", async () => {
  const columns = [{ name: "Bezeichnung", samples: ["Krug"], target: "extra", proposed: "extra" }];
  const { container } = show({ ...RUN, state: "mapping", columns });
  expect(
    await screen.findByText(/It is read as Shopify product CSV.*“Title” must be/),
  ).toBeVisible();
  await expectAccessible(container);
});

test("a file that could not be read says why", async () => {
  show({ ...RUN, state: "failed", reason: "The file has the column “Price” twice." });
  expect(await screen.findByRole("alert")).toHaveTextContent("column “Price” twice");
});

test("undo shows what it would do before it does it", async () => {
  const user = userEvent.setup();
  const run = {
    ...RUN,
    state: "imported",
    canUndo: true,
    undoUntil: "2026-12-20T08:00:00Z",
    counts: { ...COUNTS, done: 2 },
  };
  const { sent } = show(run, {
    "POST /imports/4/undo/preview": {
      ...{ removed: 1, archived: 0, restored: 0, conflicts: 1 },
      examples: ["Jug"],
    },
    "POST /imports/4/undo": { ...run, state: "undoing", canUndo: false },
  });
  await user.click(await screen.findByRole("button", { name: "Undo import" }));
  const panel = await screen.findByRole("region", { name: "Undo import" });
  expect(await within(panel).findByText(/left as they are: Jug/)).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Undo import" }));
  expect(sent.map(({ path }) => path)).toEqual([
    "POST /imports/4/undo/preview",
    "POST /imports/4/undo",
  ]);
});
