import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { placedGuestOrder } from "./guestOrder";
import { signIn } from "./operator";

interface Products {
  total: number;
  facets: { parameter: string; label: string }[];
}

async function products(page: Page, query = ""): Promise<Products | null> {
  const response = await page.request.get(`/api/products?${query}`);
  return ((await response.json()) as { output: Products | null }).output;
}

/** The filters that shoppers see, without those that every shop has. */
async function filters(page: Page): Promise<string[]> {
  const facets = (await products(page))?.facets ?? [];
  return facets.filter((one) => one.parameter.startsWith("attr.")).map(({ label }) => label);
}

async function save(page: Page, message: string): Promise<void> {
  const button = page.getByRole("button", { name: /^Save/ });
  await button.click();
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(button).toBeHidden();
}

test("carriers, filters and brands are changed without a file, and an order's link is revoked", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/backoffice/settings/carriers");
  await page.getByRole("button", { name: "Add carrier" }).click();
  const own = page.getByRole("region", { name: "Your carriers" }).getByRole("listitem").last();
  await own.getByLabel("Name").fill("Quay Couriers");
  await own.getByLabel("Tracking link").fill("https://quay.example/t/{number}");
  await page.getByRole("textbox", { name: "Tracking number" }).fill("QC 12/7");
  await expect(own.getByRole("link", { name: "https://quay.example/t/QC12%2F7" })).toBeVisible();
  await expectAccessible(page);
  await save(page, "Settings saved");

  const before = await filters(page);
  const last = before.at(-1) ?? "";
  await page.goto("/backoffice/storefront/filters");
  const name = page.getByRole("textbox", { name: /^Name of / });
  await expect(name.last()).toHaveValue(last);
  await name.last().fill("Our last filter");
  await page.getByRole("button", { name: "Move Our last filter" }).focus();
  await page.keyboard.press("Home");
  await expect(name.first()).toHaveValue("Our last filter");
  await expectAccessible(page);
  await save(page, "Filters saved");
  await expect.poll(() => filters(page)).toEqual(["Our last filter", ...before.slice(0, -1)]);
  await name.first().fill(last);
  await page.getByRole("button", { name: `Move ${last}`, exact: true }).focus();
  await page.keyboard.press("End");
  await save(page, "Filters saved");
  await expect.poll(() => filters(page)).toEqual(before);

  await page.goto("/backoffice/storefront/brands?q=wick");
  await page.getByRole("link", { name: "Wickwater" }).click();
  await page.getByLabel("Name in URLs").fill("wick-water");
  await expectAccessible(page);
  await save(page, "Brand saved");
  await expect
    .poll(async () => (await products(page, "brand=wickwater"))?.total)
    .toBeGreaterThan(0);
  await page.getByLabel("Name in URLs").fill("wickwater");
  await save(page, "Brand saved");

  const { orderId, key } = await placedGuestOrder(page);
  await page.goto(`/order-detail/${orderId}?key=${key}`);
  await expect(page.getByText(orderId).first()).toBeVisible();
  await page.goto(`/backoffice/orders/${orderId}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Revoke order links" }).click();
  await page.getByRole("button", { name: "Revoke order links" }).click();
  await expect(page.getByText("The links sent before no longer work.")).toBeVisible();
  await page.goto(`/order-detail/${orderId}?key=${key}`);
  await expect(
    page.locator("#content").getByRole("link", { name: "Find your order" }),
  ).toBeVisible();
});
