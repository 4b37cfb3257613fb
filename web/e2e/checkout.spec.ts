import { expect, type Page, type Route, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, enterCode, fillAddress, newEmail, placeOrder, signIn } from "./shopper";

const ORDERS = "**/api/orders";
const QUOTE = "**/api/checkout/quote";

interface Placed {
  orderId: string;
}

/** The order that the shop placed while its answer never came. */
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

test("whatever becomes of an answer, one page is one order", async ({ page }) => {
  await toCheckoutAsGuest(page);
  const keys = new Set<string>();
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"];
    if (key !== undefined) keys.add(key);
  });

  // The request never arrives.
  await page.route(ORDERS, (route) => route.abort());
  await place(page).click();
  await expect(page.getByText("We could not reach the shop.")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  // It arrives, and the answer is lost on the way back.
  let orderId = "";
  await page.route(ORDERS, async (route) => {
    orderId = await orderIn(route);
    await route.abort();
  });
  await place(page).click();
  await expect.poll(() => orderId).toMatch(/^SO-/);
  await expect(place(page)).toBeEnabled();
  await page.unrouteAll({ behavior: "wait" });

  // The shopper reloads, changes something, and tries again: it is the order that was placed.
  await page.reload();
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await page.getByLabel("Address line 2").fill("Upper floor");
  await place(page).click();
  await expect(page).toHaveURL(new RegExp(`/order-detail/${orderId}`));
  expect(keys.size).toBe(1);

  // Back leads to no second order.
  await page.goBack();
  await expect(page).not.toHaveURL(/order-detail/);
  await page.goto("/checkout");
  await expect(page.getByText("There is nothing to check out")).toBeVisible();
});

test("over a slow connection placing is seen to be under way, and is done once", async ({
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
  // The shop has placed the order; its answer takes its time.
  await page.route(ORDERS, async (route) => {
    sent += 1;
    const answer = await route.fetch();
    await arrived;
    await route.fulfill({ response: answer });
  });
  await place(page).click();
  await expect(place(page)).toHaveAttribute("aria-busy", "true");
  await expect.poll(() => sent).toBe(1);
  // Neither an impatient hand nor a look at another window does anything to it.
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

test("a page left while its order is under way finds it again", async ({ page }) => {
  await toCheckoutAsGuest(page);
  let orderId = "";
  await page.route(ORDERS, async (route) => {
    if (orderId !== "") return route.continue();
    // No answer at all: the page waits until it is left, and its request ends with it.
    orderId = await orderIn(route);
  });
  await place(page).click();
  await expect.poll(() => orderId).toMatch(/^SO-/);
  await page.reload();
  await place(page).click();
  await expect(page).toHaveURL(new RegExp(`/order-detail/${orderId}`));
});

test("a total that moved is told part by part before anything is ordered", async ({ page }) => {
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
  const told = page.getByRole("alert").filter({ hasText: "The total changed from" });
  await expect(told).toContainText("Delivery:");
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

test("the cart says what happened to it and what to do", async ({ page, context }) => {
  // A guest's cart joins the customer's, and the customer may take that back.
  const email = await signIn(page);
  await addToCart(page);
  const other = await context.newPage();
  await other.goto("/checkout");
  await expect(other.getByText(`Signed in as ${email}`)).toBeVisible();

  await page.goto("/cart");
  await expect(page.getByText(/more for free delivery|Delivery is free/)).toBeVisible();

  // A price that has changed since is told, with the one before, and taken with one tap.
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

  // One of two tabs orders; the other has nothing left to order.
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await placeOrder(page);
  await expect(other.getByText("There is nothing to check out")).toBeVisible();
  await other.close();
});

test("a guest is told which price has changed, in cart and checkout", async ({ page }) => {
  await addToCart(page);
  // From now on the shop says another price of the same thing.
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
  await page.goto("/cart");
  const told = page.getByText("The price of this item has changed since you added it. It was $");
  await expect(told).toBeVisible();
  await page.goto("/checkout");
  await expect(told).toBeVisible();
  await page.goto("/cart");
  await page.getByRole("button", { name: "Keep Everyday mug at $7" }).click();
  await expect(told).toBeHidden();
  // It is hidden at once, and kept when the shop has answered.
  const kept = () => page.evaluate(() => localStorage.getItem("guestCartPrices"));
  await expect.poll(kept).toContain(",700,");
  await page.reload();
  await expect(page.getByRole("list", { name: "Items in your cart" })).toBeVisible();
  await expect(told).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });

  // What the guest saw last is remembered through signing in.
  await page.goto("/login?next=%2Fcheckout");
  await enterCode(page, newEmail());
  await expect(told.filter({ hasText: "It was $7." })).toBeVisible();
});

test("what joins the cart at sign-in can be taken back", async ({ page }) => {
  await addToCart(page);
  await page.goto("/login?next=%2Fcart");
  await enterCode(page, newEmail());
  await expect(page.getByText("1 item from your guest cart was added to your cart.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Your cart was restored.")).toBeVisible();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});
