import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { ExportButton } from "./ExportButton";

afterEach(() => vi.restoreAllMocks());

test("products are exported in the chosen format", async () => {
  const user = userEvent.setup();
  const addresses: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    addresses.push(new URL(new Request(input, init).url).search);
    return Promise.resolve(new Response("{}", { status: 404 }));
  });
  const { container } = renderPage(<ExportButton />);
  await user.click(screen.getByRole("button", { name: "Export products" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Shopify (CSV)",
    "WooCommerce (CSV)",
    "Google Merchant (text)",
    "Google Merchant (XML)",
  ]);
  await expectAccessible(container);
  await user.click(screen.getByRole("menuitem", { name: "Google Merchant (XML)" }));
  await vi.waitFor(() => expect(addresses).toEqual(["?format=google-xml"]));
});
