import { expect, test } from "@playwright/test";
import { newEmail } from "../shopper";
import { TreeShopper } from "./tree";

/** Fails unless a page has one main heading, no level is left out, and its landmarks are there once. */
async function expectOutline(shopper: TreeShopper): Promise<void> {
  expect(await shopper.landmarks()).toEqual(["banner", "main", "contentinfo"]);
  const levels = (await shopper.headings()).map((heading) => Number(heading[0]));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, index) => {
    expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1);
  });
}

test("a guest buys by the accessibility tree alone", async ({ page }) => {
  test.slow();
  await page.goto("/");
  const shopper = await TreeShopper.on(page);
  await shopper.see("heading", /./, ["main", ""]);
  await expectOutline(shopper);

  await shopper.press("link", "Table", "Enter", ["banner", ""]);
  await shopper.see("heading", "Table", ["main", ""]);
  await expect.poll(() => shopper.focused()).toBe("heading Table");
  await expectOutline(shopper);
  await shopper.press("checkbox", /^Stoneware/, "Space");
  await shopper.hear(/^\d+ products?$/);

  await shopper.press("link", "Everyday mug", "Enter", ["main", ""]);
  await shopper.see("heading", "Everyday mug");
  await expect.poll(() => shopper.focused()).toBe("heading Everyday mug");
  await expectOutline(shopper);
  await shopper.press("radio", /^Moss/, "Space");
  await shopper.press("button", "Add to cart");
  await shopper.see("dialog", "Cart");
  await shopper.press("button", "Checkout", "Enter", ["dialog", "Cart"]);

  await shopper.see("heading", "Checkout");
  await expectOutline(shopper);
  await shopper.type("textbox", /^Email/, newEmail());
  await shopper.type("textbox", /^First name/, "Dana");
  await shopper.type("textbox", /^Last name/, "Kim");
  await shopper.type("textbox", /^Address line 1/, "12 Harbor Street");
  await shopper.type("textbox", /^City/, "Portland");
  await shopper.press("combobox", /^State/, "O");
  await page.keyboard.type("regon");
  await shopper.type("textbox", /^Postal code/, "97201");
  await shopper.type("textbox", /^Phone number/, "5035550143");
  await shopper.press("radio", /^Cash on delivery/, "Space");
  await shopper.press("button", /^Place order/);

  await shopper.see("heading", /thank|order/i, ["main", ""]);
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expectOutline(shopper);
});
