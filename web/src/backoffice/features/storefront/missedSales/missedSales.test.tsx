import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import MissedSalesPage from "./MissedSalesPage";

const MISSED = {
  days: 30,
  unopened: [{ query: "settee", shoppers: 1200, opened: 0, hasSynonyms: false }],
  empty: [
    {
      title: "Bowls",
      query: null,
      filters: [
        { parameter: "brand", value: "Acme" },
        { parameter: "attr.colour", value: "red" },
        { parameter: "inStock", value: "true" },
      ],
      link: "/c/collections/bowls?brand=acme&attr.colour=red&inStock=true",
      times: 7,
    },
    {
      title: "",
      query: "lamp",
      filters: [{ parameter: "rating", value: "5" }],
      link: "/search?q=lamp&rating=5",
      times: 2,
    },
  ],
};

const serve = (output: unknown) =>
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ status: true, output, error: null })),
  );

afterEach(() => vi.unstubAllGlobals());

const open = (permissions?: "products.read"[]) =>
  renderPage(<MissedSalesPage />, {
    path: "/storefront/missed-sales",
    ...(permissions ? { permissions } : {}),
  });

test("a search whose results nobody opened gets synonyms with one click", async () => {
  serve(MISSED);
  const { container } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Add synonyms: settee" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByLabelText("A search for")).toHaveValue("settee");
  await expectAccessible(container);
});

test("filters that left nothing are named, with a link to the list", async () => {
  serve(MISSED);
  open(["products.read"]);
  expect(await screen.findByText("Brand: Acme, colour: red, In stock")).toBeVisible();
  expect(screen.getByText("Rating from: 5")).toBeVisible();
  expect(screen.getByRole("link", { name: "Try it: Search for lamp" })).toHaveAttribute(
    "href",
    "/search?q=lamp&rating=5",
  );
  expect(screen.queryByRole("button", { name: /Add synonyms/ })).toBeNull();
});

test("an empty shop says what appears here", async () => {
  serve({ days: 30, unopened: [], empty: [] });
  open();
  expect(await screen.findByText("Every filter has found something.")).toBeVisible();
});
