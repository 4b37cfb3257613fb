import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import CategoriesPage from "./CategoriesPage";
import { dropPlace, placesOf } from "./tree";
import type { Category } from "./types";

const node = (
  id: number,
  title: string,
  parentId: number | null,
  position: number,
  products = 0,
): Category => ({
  id,
  title,
  parentId,
  position,
  slug: title.toLowerCase(),
  image: null,
  products,
  productsBelow: products,
  link: `/c/collections/${title.toLowerCase()}`,
});
const TABLE = node(1, "Table", null, 0);
const BOWLS = node(2, "Bowls", 1, 0, 3);
const PLATES = node(3, "Plates", 1, 1);
const DECOR = node(4, "Decor", null, 1);
const NODES = [TABLE, BOWLS, PLATES, DECOR];
const TREE = { items: NODES, etag: '"one"' };
const DETAILS = {
  ...BOWLS,
  description: "",
  sizeGuideId: null,
  seoTitle: "",
  seoDescription: "",
  subcategories: 0,
  etag: '"bowls"',
};

const requests: { key: string; body: unknown; match: string | null }[] = [];

/** Answers the API; `answers` has outputs, or responses, by method and path. */
function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const key = `${request.method} ${pathname.replace("/api/admin/v1", "")}${search}`;
    const text = await request.clone().text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    requests.push({ key, body, match: request.headers.get("If-Match") });
    const answer = answers[key];
    if (answer instanceof Response) return answer.clone();
    const error = { code: "not_found", message: key, fields: {} };
    return answer === undefined
      ? Response.json({ status: false, output: null, error }, { status: 404 })
      : Response.json({ status: true, output: answer, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("a category moves among its siblings, into the one above, and out", () => {
  expect(placesOf(NODES, TABLE)).toMatchObject({ up: null, in: null, out: null });
  expect(placesOf(NODES, TABLE).down).toEqual({ parentId: null, position: 1 });
  expect(placesOf(NODES, PLATES).up).toEqual({ parentId: 1, position: 0 });
  expect(placesOf(NODES, PLATES).in).toEqual({ parentId: 2, position: 0 });
  expect(placesOf(NODES, PLATES).out).toEqual({ parentId: null, position: 1 });
  expect(placesOf(NODES, DECOR).in).toEqual({ parentId: 1, position: 2 });
});

test("a category is dropped above, below and inside others, never inside itself", () => {
  expect(dropPlace(NODES, DECOR, BOWLS, "above")).toEqual({ parentId: 1, position: 0 });
  expect(dropPlace(NODES, DECOR, BOWLS, "inside")).toEqual({ parentId: 2, position: 0 });
  expect(dropPlace(NODES, BOWLS, PLATES, "below")).toEqual({ parentId: 1, position: 1 });
  expect(dropPlace(NODES, BOWLS, PLATES, "above")).toBeNull();
  expect(dropPlace(NODES, TABLE, BOWLS, "inside")).toBeNull();
  expect(dropPlace(NODES, TABLE, TABLE, "below")).toBeNull();
});

test("keys move a category, and undo takes it back with the version of the new tree", async () => {
  const after = { items: [TABLE, { ...PLATES, position: 0 }, BOWLS, DECOR], etag: '"two"' };
  serve({ "GET /categories": TREE, "POST /categories/3/move": after });
  const { container } = renderPage(<CategoriesPage />);
  const handle = await screen.findByRole("button", { name: "Move Plates" });
  await expectAccessible(container);
  handle.focus();
  await userEvent.keyboard("{ArrowUp}");
  await screen.findByText("Plates moved");
  expect(requests.at(-1)).toEqual({
    key: "POST /categories/3/move",
    body: { parentId: 1, position: 0 },
    match: '"one"',
  });
  expect(screen.getByRole("button", { name: "Move Plates" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(requests.at(-1)?.match).toBe('"two"'));
  expect(requests.at(-1)?.body).toEqual({ parentId: 1, position: 1 });
});

test("a move of an old tree shows the current one", async () => {
  const current = { items: [DECOR], etag: '"three"' };
  const error = { code: "edit_conflict", message: "", fields: {}, current, etag: '"three"' };
  const conflict = Response.json({ status: false, output: null, error }, { status: 412 });
  serve({ "GET /categories": TREE, "POST /categories/4/move": conflict });
  renderPage(<CategoriesPage />);
  (await screen.findByRole("button", { name: "Move Decor" })).focus();
  await userEvent.keyboard("{ArrowUp}");
  await screen.findByText(/Somebody else has moved categories/);
  expect(screen.queryByText("Table")).not.toBeInTheDocument();
});

test("a category is renamed in its row", async () => {
  serve({
    "GET /categories": TREE,
    "GET /categories/2": DETAILS,
    "PATCH /categories/2": { ...DETAILS, title: "Deep bowls" },
  });
  renderPage(<CategoriesPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Bowls" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
  await userEvent.clear(screen.getByLabelText("New name of Bowls"));
  await userEvent.keyboard("Deep bowls{Enter}");
  await screen.findByText("Renamed to Deep bowls");
  const sent = requests.filter(({ key }) => key === "PATCH /categories/2");
  expect(sent).toEqual([
    { key: "PATCH /categories/2", body: { title: "Deep bowls" }, match: '"bowls"' },
  ]);
});

test("a category with products is deleted after they are moved", async () => {
  serve({
    "GET /categories": TREE,
    "DELETE /categories/2?moveProductsTo=1": { items: [TABLE, PLATES, DECOR], etag: '"two"' },
  });
  renderPage(<CategoriesPage />, { path: "/?panel=delete-2" });
  const panel = await screen.findByRole("region", { name: "Delete Bowls?" });
  expect(within(panel).getByText(/Its 3 products move/)).toBeVisible();
  await userEvent.click(within(panel).getByRole("button", { name: "Move 3 products and delete" }));
  await screen.findByText("Bowls deleted");
});

test("who may not edit sees the tree without what changes it", async () => {
  serve({ "GET /categories": TREE });
  renderPage(<CategoriesPage />, { permissions: ["products.read"] });
  await screen.findByText("Bowls");
  expect(screen.queryByRole("button", { name: /^Move|^Add/ })).not.toBeInTheDocument();
});
