import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import CollectionPage from "./CollectionPage";
import { changesOf, draftOf, EMPTY, isComplete, ruleOf } from "./draft";
import NewCollectionPage from "./NewCollectionPage";
import type { CollectionDetails } from "./queries";

const product = (id: number, title: string) => ({
  id,
  title,
  slug: title.toLowerCase(),
  image: null,
  price: { amount: 2500, currency: "USD" },
  inStock: true,
  onSale: true,
});
const BOWL = product(1, "Bowl");
const VASE = product(2, "Vase");
const GIFTS: CollectionDetails = {
  id: 7,
  slug: "gifts",
  title: "Gifts",
  description: "",
  image: null,
  seoTitle: "",
  seoDescription: "",
  rule: null,
  products: [BOWL, VASE],
  count: { value: 2, exact: true },
  link: "/collection/gifts",
  updatedAt: "2026-11-20T08:00:00.000Z",
  etag: '"one"',
};
const CHOICES = {
  brands: [{ id: 3, name: "Kiln" }],
  attributes: [{ name: "material", label: "Material" }],
  currency: "USD",
};

const requests: { key: string; body: unknown; match: string | null }[] = [];

/** Answers the API; `answers` has outputs by method and path. */
function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    if (path.startsWith("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    const key = `${request.method} ${path}`;
    const text = await request.clone().text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    requests.push({ key, body, match: request.headers.get("If-Match") });
    const error = { code: "not_found", message: key, fields: {} };
    return key in answers
      ? Response.json({ status: true, output: answers[key], error: null })
      : Response.json({ status: false, output: null, error }, { status: 404 });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("only what differs is sent, and a rule only when it is complete", () => {
  const stored = draftOf(GIFTS);
  expect(changesOf(stored, stored)).toEqual({});
  expect(changesOf({ ...stored, title: "Presents" }, stored)).toEqual({ title: "Presents" });
  expect(changesOf({ ...stored, products: [VASE, BOWL] }, stored)).toEqual({ productIds: [2, 1] });
  const open = { ...stored, byRule: true };
  expect([isComplete(open), ruleOf(open)]).toEqual([false, null]);
  const complete = {
    ...open,
    conditions: [{ key: 4, field: "inStock" as const, name: "", value: false }],
  };
  const rule = {
    match: "all",
    sort: "newest",
    conditions: [{ field: "inStock", name: "", value: false }],
  };
  expect(changesOf(complete, stored)).toEqual({ rule });
  expect(changesOf({ ...stored, byRule: false }, complete)).toEqual({
    rule: null,
    productIds: [1, 2],
  });
  expect(ruleOf(EMPTY)).toBeNull();
});

test("products are reordered with keys and saved with the version", async () => {
  serve({ "GET /collections/7": GIFTS, "PATCH /collections/7": { ...GIFTS, etag: '"two"' } });
  const { container } = renderPage(<CollectionPage />, {
    path: "/storefront/collections/7",
    route: "/storefront/collections/:id",
  });
  (await screen.findByRole("button", { name: "Move Vase" })).focus();
  await expectAccessible(container);
  await userEvent.keyboard("{ArrowUp}");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Collection saved");
  expect(requests.at(-1)).toEqual({
    key: "PATCH /collections/7",
    body: { productIds: [2, 1] },
    match: '"one"',
  });
});

test("a rule shows what it matches before the collection is created", async () => {
  serve({
    "GET /collections/choices": CHOICES,
    "GET /categories": { items: [], etag: '"one"' },
    "POST /collections/preview": { count: { value: 30, exact: true }, products: [BOWL] },
    "POST /collections": GIFTS,
  });
  const { router } = renderPage(<NewCollectionPage />, {
    path: "/storefront/collections/new",
    route: "/storefront/collections/new",
  });
  await userEvent.type(screen.getByLabelText("Title"), "Up to 20");
  await userEvent.click(screen.getByRole("radio", { name: "By rule" }));
  expect(screen.getByRole("button", { name: "Create collection" })).toBeDisabled();
  await userEvent.click(screen.getByRole("combobox", { name: "Condition 1" }));
  await userEvent.click(await screen.findByRole("option", { name: "costs at most" }));
  await userEvent.type(screen.getByLabelText("Value of condition 1"), "19.99");
  const products = screen.getByRole("region", { name: "Products" });
  expect(await within(products).findByText(/^30 products match/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Create collection" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/storefront/collections/7"));
  const created = requests.find(({ key }) => key === "POST /collections");
  expect(created?.body).toMatchObject({
    title: "Up to 20",
    rule: {
      match: "all",
      sort: "newest",
      conditions: [{ field: "priceTo", name: "", value: 1999 }],
    },
    productIds: [],
  });
});
