import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, enterCode, fillAddress, newEmail, orderLinkFor } from "./shopper";

const totals = (page: Page) => page.getByRole("complementary");
const apply = (page: Page) => page.getByRole("button", { name: "Apply", exact: true });

async function setQuantity(page: Page, title: string, quantity: number): Promise<void> {
  const counter = page.getByRole("group", { name: `Quantity of ${title}` });
  for (let now = 1; now < quantity; now += 1) {
    await counter.getByRole("button", { name: "One more" }).click();
  }
  await expect(counter.getByRole("textbox")).toHaveValue(String(quantity));
}

test("a code entered in the cart survives a reload, other tabs, sign-in and checkout", async ({
  page,
  context,
}) => {
  const email = newEmail();
  await addToCart(page, "teapot");
  await page.goto("/cart");
  await page.getByLabel("Promo code").fill("NOSUCH");
  await apply(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This code does not exist. Please check the spelling.",
  );
  await expect(page.getByLabel("Promo code")).toHaveValue("NOSUCH");
  expect(await page.evaluate(() => localStorage.getItem("promoCode"))).toBeNull();

  const otherTab = await context.newPage();
  await otherTab.goto("/cart");
  await expect(otherTab.getByLabel("Promo code")).toBeVisible();
  await page.getByLabel("Promo code").fill("welcome10");
  await page.getByLabel("Promo code").press("Enter");
  await expect(totals(page).getByText("WELCOME10 applied", { exact: true })).toBeVisible();
  await expect(page.getByText("You save $8.80 with WELCOME10.")).toBeAttached();
  await expect(totals(page)).toContainText("10 % off to say hello−$8.80");
  await expect(totals(page)).toContainText("Total$79.20");
  await expect(otherTab.getByText("WELCOME10 applied", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(totals(page)).toContainText("Total$79.20");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login/);
  await enterCode(page, email);
  await expect(page).toHaveURL("/checkout");
  await expect(totals(page)).toContainText("10 % off to say hello−$8.80");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Thank you/ })).toBeVisible();
  await expect(page.getByText("10 % off to say hello")).toBeVisible();
  // The code was used by the order, and is removed here and in the other tab.
  await otherTab.bringToFront();
  await addToCart(otherTab, "teapot");
  await otherTab.goto("/cart");
  await expect(otherTab.getByLabel("Promo code")).toHaveValue("");
});

test("a code can be removed, and waits while the cart is too small", async ({ page }) => {
  await addToCart(page, "everyday-mug");
  await page.goto("/cart");
  await page.getByLabel("Promo code").fill("WELCOME10");
  await apply(page).click();
  await expect(page.getByText("WELCOME10 is saved, but does not apply yet.")).toBeVisible();
  await expect(page.getByText("This code is valid from $50.00.")).toBeVisible();
  await setQuantity(page, "Everyday mug", 3);
  await expect(totals(page)).toContainText("Total$54.00");
  await page.getByRole("button", { name: "Remove code WELCOME10" }).click();
  await expect(totals(page)).toContainText("Subtotal$60.00");
  await expect(page.getByLabel("Promo code")).toHaveValue("");
});

for (const size of ["", " @phone"]) {
  test(`a public code is offered, a set is discounted and a gift is added${size}`, async ({
    page,
  }) => {
    await addToCart(page, "bud-vase");
    await page.goto("/cart");
    await expect(page.getByText("Add 2 more for: Three bud vases for two")).toBeVisible();
    await setQuantity(page, "Bud vase", 3);
    await expect(totals(page)).toContainText("Three bud vases for two−$16.00");
    await expect(totals(page)).toContainText("Total$32.00");
    const offers = page.getByRole("region", { name: "Offers for your cart" });
    await expect(offers).toContainText("Add $72.00 more to save $15.00");
    // They come first, below an edge or a line.
    await expect(offers.getByRole("listitem").first()).toHaveCSS("border-top-width", "0px");
    await expect(offers.getByRole("button")).toHaveCount(0);

    await addToCart(page, "teapot");
    await page.goto("/cart");
    await expect(page.getByText("Add $14.00 more for: Free espresso cup from $150")).toBeVisible();
    await addToCart(page, "everyday-mug");
    await page.goto("/cart");
    const gifts = page.getByRole("list", { name: "Free gifts" });
    await expect(gifts).toContainText("Espresso cup");
    await expect(gifts).toContainText("Free");
    await expect(offers).toContainText("Save $15.00");
    await offers.getByRole("button", { name: "Apply TABLE15" }).click();
    await expect(page.getByText("TABLE15 applied", { exact: true })).toBeVisible();
    await expect(totals(page)).toContainText("Total$125.00");
    await expectAccessible(page);

    // The gift disappears with its condition and returns with it.
    await page.getByRole("button", { name: "Remove Everyday mug" }).click();
    await expect(gifts).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(gifts).toBeVisible();
  });
}

test("a guest's order keeps discounts and gift", async ({ page }) => {
  const email = newEmail();
  await addToCart(page, "round-mirror");
  await addToCart(page, "butter-knife");
  await page.goto("/checkout");
  await expect(totals(page)).toContainText("Espresso cup");
  await expect(totals(page)).toContainText("Free");
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.getByLabel("Promo code").fill("TABLE15");
  await apply(page).click();
  await expect(totals(page)).toContainText("$15 off a laid table−$15.00");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Thank you/ })).toBeVisible();
  await page.goto(await orderLinkFor(email));
  await expect(page.getByText("Free espresso cup from $150")).toBeVisible();
  await expect(page.getByText("$15 off a laid table")).toBeVisible();
});
