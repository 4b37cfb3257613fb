import { expect, test } from "@playwright/test";
import { pressAt, tabTo, typeAt } from "../keyboard";
import { advanceOrder, signIn } from "../shopper";

test("browsing, buying and returning by keyboard alone", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page);
  await page.goto("/c/collections/table");
  await expect(page.getByRole("heading", { level: 1, name: "Table" })).toBeVisible();
  // The first stop leads past the header.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const main = page.getByRole("main");
  await expect(main.locator(":focus")).toBeVisible();

  await pressAt(page, main.getByRole("checkbox", { name: /^Stoneware/ }), "Space");
  await expect(page).toHaveURL(/Stoneware/i);
  // Before, there are more products than Tab is pressed for.
  await expect(main.getByRole("status").first()).toHaveText(/^14 products/);
  await pressAt(page, main.getByRole("link", { name: "Everyday mug" }));
  await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeFocused();
  const add = main.getByRole("button", { name: "Add to cart", exact: true }).first();
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(add).toBeFocused();

  await page.keyboard.press("Enter");
  await pressAt(page, drawer.getByRole("button", { name: "Checkout" }));
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await typeAt(page, page.getByLabel("First name"), "Dana");
  await typeAt(page, page.getByLabel("Last name"), "Kim");
  await typeAt(page, page.getByLabel("Address line 1"), "12 Harbor Street");
  await typeAt(page, page.getByLabel("City"), "Portland");
  await typeAt(page, page.getByRole("combobox", { name: "State" }), "Oreg");
  await typeAt(page, page.getByLabel("Postal code"), "97201");
  await typeAt(page, page.getByLabel("Phone number"), "5035550143");
  // The radio buttons of a group are one stop; the arrows choose.
  const cash = page.getByRole("radio", { name: "Cash on delivery" });
  const group = (await cash.getAttribute("name")) ?? "";
  while ((await page.locator(":focus").getAttribute("name")) !== group)
    await page.keyboard.press("Tab");
  while (!(await cash.isChecked())) await page.keyboard.press("ArrowDown");
  await pressAt(page, page.getByRole("button", { name: "Place order" }));
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await advanceOrder(new URL(page.url()).pathname.split("/").at(-1) ?? "", "delivered");
  await page.reload();
  await pressAt(page, page.getByRole("button", { name: "Return items" }));
  const returning = page.getByRole("dialog", { name: "Return items" });
  await pressAt(page, returning.getByRole("checkbox"), "Space");
  await tabTo(page, returning.getByLabel("Why are you returning it?"));
  await page.keyboard.type("Too");
  await pressAt(page, returning.getByRole("button", { name: "Request return" }));
  await expect(
    page.getByRole("region", { name: "Returns" }).getByText("Return requested"),
  ).toBeVisible();
});
