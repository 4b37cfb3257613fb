import { expect, type Page, type Route, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, enterCode, fillAddress, newEmail, placeOrder, signIn } from "./shopper";

const ORDERS = "**/api/orders";
const QUOTE = "**/api/checkout/quote";

interface Placed {
  orderId: string;
}

/** The order that was placed although its response was lost. */
async function orderIn(route: Route): Promise<string> {
  const answer = await route.fetch();
  const body = (await answer.json()) as { output: Placed | null };
  return body.output?.orderId ?? "";
}

async function toCheckoutAsGuest(page: Page): Promise<void> {
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(newEmail());
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
}

const place = (page: Page) => page.getByRole("button", { name: "Place order" });

test("one checkout page places one order, whatever happens to the response", async ({ page }) => {
  await toCheckoutAsGuest(page);
  const keys = new Set<string>();
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"];
    if (key !== undefined) keys.add(key);
  });

  // The request does not reach the server.
  await page.route(ORDERS, (route) => route.abort());
  await place(page).click();
  await expect(page.getByText("We could not reach the shop.")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  // It arrives, but the response is lost.
  let orderId = "";
  await page.route(ORDERS, async (route) => {
    orderId = await orderIn(route);
    await route.abort();
  });
  await place(page).click();
  await expect.poll(() => orderId).toMatch(/^SO-/);
  await expect(place(page)).toBeEnabled();
  await page.unrouteAll({ behavior: "wait" });

  // The shopper reloads, changes something and tries again: the placed order is shown.
  await page.reload();
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await page.getByLabel("Address line 2").fill("Upper floor");
  await place(page).click();
  await expect(page).toHaveURL(new RegExp(`/order-detail/${orderId}`));
  expect(keys.size).toBe(1);

  // Back does not place a second order.
  await page.goBack();
  await expect(page).not.toHaveURL(/order-detail/);
  await page.goto("/checkout");
  await expect(page.getByText("There is nothing to check out")).toBeVisible();
});

test("over a slow connection the button shows progress, and the order is placed once", async ({
  page,
}) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await expect(page.getByText("Updating the total…")).toBeHidden();
  let sent = 0;
  let letGo: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (letGo = resolve));
  // The server has placed the order; its response is slow.
  await page.route(ORDERS, async (route) => {
    sent += 1;
    const answer = await route.fetch();
    await arrived;
    await route.fulfill({ response: answer });
  });
  await place(page).click();
  await expect(place(page)).toHaveAttribute("aria-busy", "true");
  await expect.poll(() => sent).toBe(1);
  // Further clicks and switching windows change nothing.
  for (let press = 0; press < 3; press += 1) await place(page).click({ force: true });
  await place(page).dispatchEvent("click");
  const looked = page.waitForResponse(QUOTE);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await looked;
  await expect(place(page)).toBeDisabled();
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await expectAccessible(page);
  letGo();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  expect(sent).toBe(1);
  await page.unrouteAll({ behavior: "wait" });
  await page.goto("/user-profile/orders");
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(1);
});

test("a page that was left while placing an order finds the order again", async ({ page }) => {
  await toCheckoutAsGuest(page);
  let orderId = "";
  await page.route(ORDERS, async (route) => {
    if (orderId !== "") return route.continue();
    // There is no response: the page waits until it is left, which aborts the request.
    orderId = await orderIn(route);
  });
  await place(page).click();
  await expect.poll(() => orderId).toMatch(/^SO-/);
  await page.reload();
  await place(page).click();
  await expect(page).toHaveURL(new RegExp(`/order-detail/${orderId}`));
});

test("a changed total is explained part by part before anything is ordered", async ({ page }) => {
  await toCheckoutAsGuest(page);
  await expect(page.getByText("Subtotal")).toBeVisible();
  await page.route(QUOTE, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      output: { total: { amount: number }; shippingTotal: { amount: number } };
    };
    body.output.total.amount += 111;
    body.output.shippingTotal.amount += 111;
    await route.fulfill({ response: answer, json: body });
  });
  await place(page).click();
  const message = page.getByRole("alert").filter({ hasText: "The total changed from" });
  await expect(message).toContainText("Delivery:");
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("radio", { name: "Express delivery" }).check();
  await expect(page.getByText("Updating the total…")).toBeHidden();
  await placeOrder(page);
});

test("Back from the payment page leads to the order, which can still be paid", async ({ page }) => {
  await toCheckoutAsGuest(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await place(page).click();
  await expect(page.getByRole("button", { name: "Decline" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
});

test("the cart explains what changed and what to do", async ({ page, context }) => {
  // A guest's cart is merged into the customer's, who can undo that.
  const email = await signIn(page);
  await addToCart(page);
  const other = await context.newPage();
  await other.goto("/checkout");
  await expect(other.getByText(`Signed in as ${email}`)).toBeVisible();

  await page.goto("/cart");
  await expect(page.getByText(/more for free delivery|Delivery is free/)).toBeVisible();

  // A changed price is shown with the previous one, and accepted with one tap.
  await page.route("**/api/carts", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { output: Record<string, unknown>[] };
    const [line] = body.output;
    if (route.request().method() === "GET" && line) {
      line["problem"] = "price_changed";
      line["previousPrice"] = { amount: 100, currency: "USD" };
      line["message"] = "The price of this item has changed since you added it.";
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await expect(page.getByText("It was $1")).toBeVisible();
  await page.getByRole("button", { name: /^Keep Everyday mug at/ }).click();
  await expect(page.getByText("It was $1")).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });

  // One of two tabs places the order; the other has nothing left to order.
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await placeOrder(page);
  await expect(other.getByText("There is nothing to check out")).toBeVisible();
  await other.close();
});

test("cart and checkout show a guest which price has changed", async ({ page }) => {
  await addToCart(page);
  // From now on the server sends another price for the same item.
  for (const path of ["**/api/carts/guest", QUOTE]) {
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({
        response: answer,
        body: text.replace(/"price":\{"amount":\d+/g, '"price":{"amount":700'),
      });
    });
  }
  const openCart = async () => {
    // Without the cookie the page comes without the cart, and the browser asks for it.
    await page.context().clearCookies({ name: "shownCart" });
    await page.goto("/cart");
  };
  await openCart();
  const message = page.getByText("The price of this item has changed since you added it. It was $");
  await expect(message).toBeVisible();
  await page.goto("/checkout");
  await expect(message).toBeVisible();
  await openCart();
  await page.getByRole("button", { name: "Keep Everyday mug at $7" }).click();
  await expect(message).toBeHidden();
  // It is hidden at once, and stored after the response.
  const storedPrices = () => page.evaluate(() => localStorage.getItem("guestCartPrices"));
  await expect.poll(storedPrices).toContain(",700,");
  await openCart();
  await expect(page.getByRole("list", { name: "Items in your cart" })).toBeVisible();
  await expect(message).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });

  // The price that the guest saw last survives signing in.
  await page.goto("/login?next=%2Fcheckout");
  await enterCode(page, newEmail());
  await expect(message.filter({ hasText: "It was $7." })).toBeVisible();
});

test("items added to the cart at sign-in can be removed again", async ({ page }) => {
  await addToCart(page);
  await page.goto("/login?next=%2Fcart");
  await enterCode(page, newEmail());
  await expect(page.getByText("1 item from your guest cart was added to your cart.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Your cart was restored.")).toBeVisible();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});
