import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import BrandPage from "./BrandPage";
import type { BrandDetails } from "./queries";

const OAK: BrandDetails = {
  id: 4,
  slug: "oak-and-iron",
  name: "Oak and Iron",
  description: "",
  products: 3,
  collections: [],
  discounts: [],
  etag: '"one"',
};

const sent: { method: string; path: string; body: unknown; match: string | null }[] = [];

/** Answers reads with the brand, and the first save with a conflict if there is one. */
function serve(brand: BrandDetails, theirs?: BrandDetails) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    const answer = (output: unknown) => Response.json({ status: true, output, error: null });
    if (pathname.includes("/presence/")) return answer({ others: [] });
    if (request.method === "GET") {
      if (!pathname.endsWith("/brands")) return answer(brand);
      const items = [{ id: 9, slug: "oak-iron", name: "Oak & Iron", products: 5 }];
      return answer({ items: [...items, brand], nextCursor: null, previousCursor: null });
    }
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    const match = request.headers.get("If-Match");
    sent.push({ method: request.method, path: pathname, body, match });
    if (theirs && sent.length === 1) {
      const error = { code: "edit_conflict", message: "Changed", current: theirs, etag: '"two"' };
      return Response.json({ status: false, output: null, error }, { status: 412 });
    }
    if (request.method === "POST") return answer({ ...brand, id: 9, name: "Oak & Iron" });
    return answer({ ...brand, ...(body as object), etag: '"three"' });
  });
}

afterEach(() => vi.unstubAllGlobals());

const open = (permissions?: "products.read"[]) =>
  renderPage(<BrandPage />, {
    path: "/storefront/brands/4",
    route: "/storefront/brands/:id",
    others: [{ path: "/storefront/brands", element: <h1>All brands</h1> }],
    ...(permissions ? { permissions } : {}),
  });

test("only what was changed is saved, with the version", async () => {
  serve(OAK);
  const { container } = open();
  const name = await screen.findByLabelText("Name");
  await expectAccessible(container);
  await userEvent.type(name, " Ltd ");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Brand saved");
  expect(sent).toMatchObject([
    { method: "PATCH", body: { name: "Oak and Iron Ltd" }, match: '"one"' },
  ]);
});

test("somebody else's address stays when mine changes the name", async () => {
  serve(OAK, { ...OAK, name: "Oak", slug: "oak" });
  open();
  await userEvent.type(await screen.findByLabelText("Name"), "s");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).not.toHaveTextContent("Name in URLs");
  await userEvent.click(screen.getByRole("radio", { name: /^Name, Your change/ }));
  await userEvent.click(screen.getByRole("button", { name: "Continue editing" }));
  await screen.findByText("Brand saved");
  expect(sent.at(-1)).toMatchObject({ body: { name: "Oak and Irons" }, match: '"two"' });
});

test("a brand in use is merged, and cannot be deleted", async () => {
  serve(OAK);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: "Delete brand" })).toHaveAttribute(
    "data-disabled",
  );
  await userEvent.click(screen.getByRole("menuitem", { name: "Merge with another brand" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Brand to keep" }));
  expect(screen.queryByRole("option", { name: "Oak and Iron" })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: "Oak & Iron" }));
  await screen.findByText(/^3 products get the brand Oak & Iron\./);
  await userEvent.click(screen.getByRole("button", { name: "Merge brands" }));
  await screen.findByText("Oak and Iron is now Oak & Iron");
  expect(sent).toMatchObject([{ method: "POST", body: { intoId: 9 } }]);
});

test("an unused brand is deleted after a question", async () => {
  serve({ ...OAK, products: 0 });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete brand" }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Delete brand" }));
  await screen.findByRole("heading", { name: "All brands" });
  expect(sent).toMatchObject([{ method: "DELETE" }]);
});

test("without the right, nothing can be changed", async () => {
  serve(OAK);
  open(["products.read"]);
  expect(await screen.findByLabelText("Name")).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
});
