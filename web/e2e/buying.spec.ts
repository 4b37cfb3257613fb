import { expect, test } from "@playwright/test";
import {
  addToCart,
  cartIsConfirmed,
  enterCode,
  fillAddress,
  newEmail,
  orderLinkFor,
  placeOrder,
  signIn,
} from "./shopper";

test("a guest fills a cart, signs in with a code and orders with cash on delivery", async ({
  page,
}) => {
  const email = newEmail();
  await addToCart(page);
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await drawer.getByRole("link", { name: "View cart" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cart" })).toBeVisible();
  const more = page.getByRole("button", { name: "One more" });
  await more.click();
  await more.click();
  await more.click();
  await expect(page.getByRole("link", { name: "Cart, 4 items" })).toBeVisible();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
  await enterCode(page, email);
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.getByLabel("Promo code").fill("NOSUCH");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("This code does not exist.")).toBeVisible();
  await page.getByLabel("Promo code").fill("WELCOME10");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("WELCOME10 applied")).toBeVisible();

  // The form survives a reload.
  await page.reload();
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await expect(page.getByText("WELCOME10 applied")).toBeVisible();

  const orderId = await placeOrder(page);
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
  await expect(page.getByText(orderId)).toBeVisible();
  const tracking = page.getByRole("region", { name: "Tracking" });
  await expect(tracking.getByText("Confirmed")).toBeVisible();
  await expect(page.getByText("To be paid on delivery")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();

  await page.goto("/user-profile/orders");
  await page.getByRole("link", { name: `View order ${orderId}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(tracking.getByText("Cancelled by customer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel order" })).toBeHidden();
  await page.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByText("Everyday mug")).toBeVisible();
});

test("a guest orders without an account and finds the order by its link", async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await addToCart(page);
  await page
    .getByRole("dialog", { name: "Cart" })
    .getByRole("button", { name: "Checkout" })
    .click();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Email cannot be blank.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("Please choose how to pay.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  await page.getByLabel("Postal code").fill("nonsense");
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByLabel("Postal code")).toBeFocused();
  await page.getByLabel("Postal code").fill("97201");
  await page.getByRole("radio", { name: "Express delivery" }).check();
  const orderId = await placeOrder(page);
  await expect(page).toHaveURL(/[?&]key=/);
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();

  const link = new URL(await orderLinkFor(email));
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link.pathname + link.search);
  await expect(
    elsewhere.getByRole("heading", { level: 1, name: `Order ${orderId}` }),
  ).toBeVisible();
  // The same items again, into the cart of this browser.
  await elsewhere.getByRole("button", { name: "Order again" }).click();
  await expect(elsewhere).toHaveURL("/cart");
  await expect(elsewhere.getByText("All items were added to your cart")).toBeVisible();
  await expect(
    elsewhere.getByRole("list", { name: "Items in your cart" }).getByText("Everyday mug"),
  ).toBeVisible();
  await elsewhere.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  await expect(elsewhere.getByText("The link to this order is not valid.")).toBeVisible();
  await elsewhere.goto(`/order-detail/${orderId}`);
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  await elsewhere.context().close();
});

test("an order is paid on the payment page", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay now" })).toBeHidden();
});

test("a declined payment can be tried again", async ({ page }) => {
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.goto(
    await page
      .getByRole("link", { name: "Back to the shop" })
      .or(page.locator("body"))
      .first()
      .evaluate((element) =>
        element instanceof HTMLAnchorElement ? element.href : window.location.href,
      ),
  );
  await expect(page).toHaveURL(/\/order-detail\/SO-.*key=/);
  await expect(page.getByText("We are holding your order")).toBeVisible();
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
});

test("clicking Place order twice places one order", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.getByRole("button", { name: "Place order" }).dblclick();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await page.goto("/user-profile/orders");
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(1);
});

test("an order whose response was lost is not placed twice", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await page.route("**/api/orders", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Place order" }).click();
  // The cart may be reloaded before or after: it is empty, and the page explains why.
  const lost = /We could not reach the shop\.|Your order may have gone through/;
  await expect(page.getByText(lost).first()).toBeVisible();
  await page.unroute("**/api/orders");
  await page.reload();
  await page.getByRole("button", { name: "See my order" }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await page.goto("/user-profile/orders");
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(1);
});

test("more is added while the first addition is on its way, but a double click adds once", async ({
  page,
}) => {
  await page.goto("/products/everyday-mug");
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/carts/guest", async (route) => {
    await held;
    await route.continue();
  });
  const add = page.getByRole("main").getByRole("button", { name: "Add to cart", exact: true });
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await add.dblclick();
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawer).toBeVisible();
  answer();
  await cartIsConfirmed(page);
  await expect(drawer.getByRole("textbox", { name: /^Quantity/ })).toHaveValue("2");
});

test("Buy now does not change the cart", async ({ page }) => {
  await addToCart(page);
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "One more" }).first().click();
  await page.getByRole("button", { name: "Buy now" }).click();
  await expect(page).toHaveURL(/\/checkout\?/);
  await expect(page.getByText("Quantity 2")).toBeVisible();
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await placeOrder(page);
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("a change of the cart appears in other tabs", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByText("Your cart is empty")).toBeVisible();
  await addToCart(page);
  await expect(other.getByText("Everyday mug")).toBeVisible();
  await signIn(page);
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.goto("/cart");
  await page.getByRole("button", { name: "One more" }).click();
  await expect(other.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});

test("an item removed from the cart can be restored or moved to the wishlist", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Remove Everyday mug" }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.getByRole("button", { name: "Move to wishlist" }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(page.getByText("Moved to your wishlist")).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await page.getByRole("button", { name: "Move to cart" }).click();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await expect(page.getByText("Nothing saved yet")).toBeVisible();
});
