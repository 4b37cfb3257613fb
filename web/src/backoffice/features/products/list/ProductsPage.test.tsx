import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import { readAmount, readUnits } from "./amounts";
import { EMPTY, editOf } from "./bulk";
import ProductsPage from "./ProductsPage";
import { filterOf, type ListedProduct, type ListedSku } from "./queries";

const dollars = (amount: number) => ({ amount, currency: "USD" });

const sku = (id: number, changes: Partial<ListedSku> = {}): ListedSku => ({
  id,
  productId: id,
  code: `BOWL-${String(id)}`,
  title: "",
  price: dollars(2500),
  compareAtPrice: null,
  stock: 10,
  held: 0,
  tracked: true,
  backorder: false,
  ...changes,
});

const product = (id: number, changes: Partial<ListedProduct> = {}): ListedProduct => ({
  id,
  slug: `bowl-${String(id)}`,
  title: `Bowl ${String(id)}`,
  picture: null,
  status: "active",
  brand: "Kiln",
  category: "Bowls",
  skuCount: 1,
  priceMin: dollars(2500),
  priceMax: dollars(2500),
  stock: 10,
  held: 0,
  stockState: "in_stock",
  onSale: false,
  isGiftCard: false,
  updatedAt: "2026-11-23T15:31:00.000Z",
  createdAt: "2026-11-20T15:31:00.000Z",
  sku: sku(id),
  ...changes,
});

const ROWS = [product(1), product(2), product(3, { sku: null, skuCount: 2, title: "Vase" })];

interface Sent {
  method: string;
  path: string;
  body: unknown;
}
let sent: Sent[] = [];
let errors: Record<string, unknown> = {};
/** Answers of paths instead of the usual ones; a promise answers when it is fulfilled. */
let answers: Record<string, unknown> = {};

function outputOf(path: string): unknown {
  if (path.endsWith("/products/count")) return { value: 142, exact: true };
  if (path.endsWith("/products/filters")) {
    return { categories: [], brands: [], tags: ["New"], lowStock: 5 };
  }
  if (path.endsWith("/skus") && path.includes("/products/")) {
    return { items: [sku(31, { title: "Small" }), sku(32, { title: "Large" })], total: 2 };
  }
  if (path.endsWith("/v1/products")) return { items: ROWS, nextCursor: null, previousCursor: null };
  if (path.endsWith("/v1/skus")) return { items: [] };
  if (path.endsWith("/bulk/preview")) {
    return {
      total: 3,
      toDo: 2,
      reasons: [{ reason: "Nothing would change", count: 1, examples: ["Vase"] }],
      effects: ["You can undo this for 24 hours."],
      warnings: [{ warning: "below_cost", count: 1, examples: ["Bowl 1"] }],
      sample: [
        {
          productId: 1,
          title: "Bowl 1",
          changes: [{ field: "price", variant: "", before: "$25.00", after: "$22.50" }],
          more: 0,
          warnings: ["below_cost"],
        },
      ],
      version: "v1",
    };
  }
  if (path.endsWith("/products/bulk")) return { id: 9 };
  if (path.endsWith("/bulk")) return { items: [], nextCursor: null, previousCursor: null };
  return [];
}

beforeEach(() => {
  sent = [];
  errors = {};
  answers = {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body: unknown = request.method === "GET" ? null : await request.clone().json();
    sent.push({ method: request.method, path: pathname + search, body });
    const error = errors[pathname];
    if (error) return Response.json({ status: false, output: null, error }, { status: 409 });
    return Response.json({
      status: true,
      output: (await answers[pathname]) ?? outputOf(pathname),
      error: null,
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(options = {}) {
  const rendered = renderPage(<ProductsPage />, { path: "/products", ...options });
  await screen.findByRole("link", { name: /Bowl 1/ });
  return { ...rendered, user: userEvent.setup() };
}

const price = (name: string) => screen.getByLabelText(`Price of ${name}`);
const saved = () => sent.find(({ method }) => method === "PATCH")?.body;

it("lists products whose prices and stock can be edited", async () => {
  const { container } = await open();
  expect(price("Bowl 1")).toHaveValue("$25.00");
  expect(await screen.findByText("142 products")).toBeInTheDocument();
  await expectAccessible(container);
});

it("saves all changes at once, with a reason for stock", async () => {
  const { user } = await open();
  await user.clear(price("Bowl 1"));
  await user.type(price("Bowl 1"), "19.5{Enter}");
  expect(price("Bowl 2")).toHaveFocus();
  expect(screen.getByText("$25.00", { selector: "s" })).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Stock of Bowl 2"));
  await user.type(screen.getByLabelText("Stock of Bowl 2"), "7");
  const bar = screen.getByRole("region", { name: "Unsaved changes" });
  expect(within(bar).getByText("2 unsaved changes")).toBeInTheDocument();
  await user.click(within(bar).getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog", { name: "Why does the stock change?" });
  expect(saved()).toBeUndefined();
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved()).toBeDefined());
  expect(saved()).toEqual({
    changes: [
      { skuId: 1, price: { before: 2500, after: 1950 } },
      { skuId: 2, stock: { before: 10, after: 7 } },
    ],
    reason: "count",
    note: "",
  });
  await waitFor(() => expect(bar).not.toBeInTheDocument());
});

it("shows saved values before the list is loaded again", async () => {
  const { user } = await open();
  await user.clear(price("Bowl 1"));
  await user.type(price("Bowl 1"), "19.5");
  answers["/api/admin/v1/skus"] = { items: [sku(1, { price: dollars(1950) })] };
  answers["/api/admin/v1/products"] = new Promise(() => undefined);
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Unsaved changes" })).not.toBeInTheDocument(),
  );
  await user.click(price("Bowl 2"));
  expect(price("Bowl 1")).toHaveValue("$19.50");
  expect(screen.queryByText("$25.00", { selector: "s" })).not.toBeInTheDocument();
});

it("takes a change back with Escape, or when the old value is typed again", async () => {
  const { user } = await open();
  await user.clear(price("Bowl 1"));
  await user.type(price("Bowl 1"), "3");
  await user.keyboard("{Escape}");
  expect(price("Bowl 1")).toHaveValue("25.00");
  await user.clear(price("Bowl 1"));
  await user.type(price("Bowl 1"), "25");
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).not.toBeInTheDocument();
});

it("pastes a column of a spreadsheet, also into variants", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "2 variants of Vase" }));
  await screen.findByLabelText("Price of Vase · Small");
  await user.click(price("Bowl 2"));
  await user.paste("10\r\n1,299.00\t1400\r\n$12.5\r\n");
  expect(price("Bowl 2")).toHaveValue("10");
  expect(price("Vase · Small")).toHaveValue("$1,299.00");
  expect(screen.getByLabelText("Compare-at price of Vase · Small")).toHaveValue("$1,400.00");
  expect(price("Vase · Large")).toHaveValue("$12.50");
  expect(screen.getByText("4 unsaved changes")).toBeInTheDocument();
});

it("shows their value beside mine if somebody else saved first", async () => {
  errors["/api/admin/v1/skus"] = {
    code: "skus_changed",
    message: "Changed",
    skus: [
      {
        skuId: 1,
        title: "Bowl 1",
        gone: false,
        price: dollars(3000),
        compareAtPrice: null,
        stock: 10,
      },
    ],
  };
  const { user } = await open();
  await user.clear(price("Bowl 1"));
  await user.type(price("Bowl 1"), "19.5");
  await user.keyboard("{Control>}s{/Control}");
  const dialog = await screen.findByRole("dialog", { name: /Somebody else saved/ });
  expect(within(dialog).getByText("$30.00")).toBeInTheDocument();
  await user.click(within(dialog).getByText("$19.50"));
  await user.click(within(dialog).getByRole("button", { name: "Continue editing" }));
  errors = {};
  sent = [];
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(saved()).toBeDefined());
  expect(saved()).toMatchObject({
    changes: [{ skuId: 1, price: { before: 3000, after: 1950 } }],
  });
});

it("previews a bulk edit of all matches before it starts", async () => {
  const { user } = await open({ path: "/products?status=active" });
  await screen.findByText("142 products");
  await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  await user.click(screen.getByRole("button", { name: "Select all 142" }));
  await user.click(screen.getByRole("button", { name: "Edit all" }));
  const panel = await screen.findByRole("dialog", { name: "Edit products" });
  await user.click(within(panel).getByRole("combobox", { name: "Price change" }));
  await user.click(await screen.findByRole("option", { name: "Change by percent" }));
  await user.type(within(panel).getByLabelText("Value"), "-10");
  expect(await within(panel).findByText("$22.50")).toBeInTheDocument();
  expect(within(panel).getByText(/would sell below its cost/)).toBeInTheDocument();
  await user.click(await within(panel).findByRole("button", { name: "Change 2 products" }));
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/products/bulk"))).toBe(true));
  expect(sent.find(({ path }) => path.endsWith("/products/bulk"))?.body).toMatchObject({
    scope: { kind: "filter", filter: { status: ["active"] } },
    edit: { price: { kind: "percent", value: -1000, rounding: "shop" } },
    version: "v1",
  });
}, 40_000);

it("offers no editing without the rights", async () => {
  await open({ permissions: ["products.read", "stock.edit"] });
  expect(price("Bowl 1")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Stock of Bowl 1")).not.toHaveAttribute("readonly");
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
});

it("reads amounts and filters", () => {
  expect(
    ["25", "1,299.00", "$12.5", "12,5", "-3", "x", ""].map((one) => readAmount(one, 2)),
  ).toEqual([2500, 129_900, 1250, 1250, -300, undefined, undefined]);
  expect(["7", "1,200", "-1", "1.5"].map(readUnits)).toEqual([7, 1200, undefined, undefined]);
  expect(filterOf({ q: "a", price: "5..", onSale: "no", brand: "1,2", evil: "1" })).toEqual({
    search: "a",
    priceMin: 5,
    onSale: false,
    brand: [1, 2],
  });
  expect(editOf(EMPTY, "USD")).toBeNull();
  expect(editOf({ ...EMPTY, brand: "none", limit: "set", limitValue: "0" }, "USD")).toBeNull();
});
