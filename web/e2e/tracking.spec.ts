import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { pressAt } from "./keyboard";
import {
  addToCart,
  advanceOrder,
  fillAddress,
  emailTo,
  linkIn,
  newEmail,
  orderLinkFor,
  placeOrder,
  signIn,
  stallage,
} from "./shopper";

/** Orders the cart with cash on delivery. Returns the order's id. */
async function orderOnDelivery(page: Page): Promise<string> {
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  return placeOrder(page);
}

/** Ids of the lines that are in no parcel yet, by title. */
async function linesToShip(orderId: string): Promise<Map<string, string>> {
  const output = await stallage("orders", "parcels", orderId);
  return new Map(
    [...output.matchAll(/^ {2}(\d+):\d+ {2}(.+)$/gm)].map(([, id = "", title = ""]) => [title, id]),
  );
}

/** Ships a parcel and returns its id. */
async function ship(orderId: string, number: string, ...more: string[]): Promise<string> {
  const output = await stallage(
    ...["orders", "ship", orderId, "--carrier", "UPS", "--number", number],
    ...more,
  );
  return output.split(" ")[0] ?? "";
}

function entryOf(page: Page, orderId: string) {
  return page.getByRole("article").filter({ hasText: orderId });
}

test("an order in two parcels is tracked from the email to the delivery", async ({ page }) => {
  // Four operator commands, each a process.
  test.setTimeout(300_000);
  const email = await signIn(page);
  await addToCart(page, "bud-vase");
  await addToCart(page);
  const orderId = await orderOnDelivery(page);
  const lines = await linesToShip(orderId);
  const mug = lines.get("Everyday mug") ?? "";
  const first = await ship(
    orderId,
    "1Z999AA10123456784",
    ...["--line", `${mug}:1`, "--arrives-by", "2099-11-28"],
  );
  const mail = await emailTo(email, ({ text }) => text.includes("Part of your order"));
  expect(mail.text).toContain("Tracking number: 1Z999AA10123456784");
  expect(mail.text).toContain("Arrives by: Nov 28, 2099");
  await page.goto(linkIn(mail.text, /order-detail/));
  const tracking = page.getByRole("region", { name: "Tracking" });
  await expect(tracking.getByText("Parcel 1", { exact: true })).toBeVisible();
  await expect(tracking.getByRole("heading", { name: "Arrives by Nov 28, 2099" })).toBeVisible();
  await expect(tracking.getByText("1 × Everyday mug", { exact: true })).toBeVisible();
  await expect(tracking.getByText("1 item still to be shipped")).toBeVisible();
  await expect(tracking.getByText("Shipped with UPS: 1 × Everyday mug")).toBeVisible();
  const track = tracking.getByRole("link", { name: "Track with UPS" });
  await expect(track).toHaveAttribute(
    "href",
    "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  );
  await expect(track).toHaveAttribute("target", "_blank");
  await expectAccessible(page);

  await page.goto("/user-profile/orders");
  const entry = entryOf(page, orderId);
  await expect(entry.getByText("Arrives by Nov 28, 2099")).toBeVisible();
  await expect(entry.getByText("1 item still to be shipped")).toBeVisible();
  await expect(entry.getByRole("link", { name: "Track", exact: true })).toHaveAttribute(
    "href",
    /ups\.com/,
  );

  // The second parcel has a carrier of the shop; both parcels have no common tracking page.
  await stallage(
    ...["orders", "ship", orderId, "--carrier", "harbor couriers", "--number", "HC 7"],
    ...["--arrives-by", "2099-12-01"],
  );
  await emailTo(email, ({ text }) => text.includes("The rest of your order"));
  await page.reload();
  await expect(entry.getByText("Arrives by Dec 1, 2099")).toBeVisible();
  await expect(entry.getByText("still to be shipped")).toBeHidden();
  await entry.getByRole("link", { name: "Track", exact: true }).click();
  await expect(page).toHaveURL(`/order-detail/${orderId}#tracking`);
  await expect(tracking.getByText("Parcel 2", { exact: true })).toBeVisible();
  await expect(tracking.getByRole("link", { name: "Track with Harbor Couriers" })).toHaveAttribute(
    "href",
    "https://example.com/harbor-couriers/track/HC7",
  );

  await stallage("orders", "parcel", first, "--delivered");
  await page.goto("/user-profile/orders");
  await expect(entry.getByText("1 of 2 parcels delivered")).toBeVisible();
  await expectAccessible(page);
});

test("each order in the list offers its actions, by keyboard too", async ({ page }) => {
  test.slow();
  await signIn(page);
  await addToCart(page);
  const orderId = await orderOnDelivery(page);
  await page.goto("/user-profile/orders");
  const entry = entryOf(page, orderId);
  const actions = entry.getByRole("group", { name: `Order ${orderId}` });
  await expect(actions.getByRole("button", { name: "Order again" })).toBeVisible();
  for (const name of ["Write a review", "Return items", "Track"])
    await expect(actions.getByRole("link", { name, exact: true })).toBeHidden();
  await expect(actions.getByRole("button", { name: "Pay now" })).toBeHidden();
  await expect(actions.getByRole("button", { name: "Download invoice" })).toBeHidden();

  await advanceOrder(orderId, "delivered");
  await page.reload();
  const invoice = page.waitForEvent("download");
  await pressAt(page, actions.getByRole("button", { name: "Download invoice" }));
  expect((await invoice).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);

  // A return starts in the list and ends on the order's page.
  await pressAt(page, actions.getByRole("link", { name: "Return items" }));
  const returning = page.getByRole("dialog", { name: "Return items" });
  await expect(returning).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(returning).toBeHidden();
  await expect(page).toHaveURL(`/order-detail/${orderId}`);
  await page.goBack();

  await pressAt(page, actions.getByRole("link", { name: "Write a review" }));
  await expect(page).toHaveURL(`/write-review/${orderId}`);
  await page.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await page.getByLabel("Your review").fill("Keeps tea warm for long.");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  await page.goBack();
  await expect(actions.getByRole("button", { name: "Order again" })).toBeVisible();
  await expect(actions.getByRole("link", { name: "Write a review" })).toBeHidden();

  await actions.getByRole("link", { name: "Return items" }).click();
  await returning.getByRole("checkbox").check();
  await returning.getByRole("button", { name: "Request return" }).click();
  await expect(
    page.getByRole("region", { name: "Returns" }).getByText("Return requested"),
  ).toBeVisible();
  await page.goto("/user-profile/orders");
  await expect(entry.getByText("Return requested")).toBeVisible();
  await expect(actions.getByRole("link", { name: "Return items" })).toBeHidden();

  // Two clicks count once; a failure is shown and can be retried.
  let failures = 0;
  await page.route("**/reorder", async (route) => {
    failures += 1;
    await route.abort();
  });
  const again = actions.getByRole("button", { name: "Order again" });
  await again.click();
  await expect(page.getByText("We could not reach the shop.")).toBeVisible();
  expect(failures).toBe(1);
  await page.unroute("**/reorder");
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/reorder")) calls += 1;
  });
  await again.dblclick();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  expect(calls).toBe(1);
});

test("an unpaid order is paid from the list @phone", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Pay online" }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.waitForURL(/\/payments\/sandbox\//);
  await page.goto("/user-profile/orders");
  const entry = page.getByRole("article").first();
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await page.goto("/user-profile/orders");
  await expect(entry.getByRole("button", { name: "Order again" })).toBeVisible();
  await expect(entry.getByRole("button", { name: "Pay now" })).toBeHidden();
  await expect(entry.getByRole("button", { name: "Download invoice" })).toBeVisible();
});

test("a guest tracks a parcel with the order link @phone", async ({ page }) => {
  const email = newEmail();
  await addToCart(page);
  await page.goto("/checkout");
  await page.getByLabel("Email").fill(email);
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  const link = await orderLinkFor(email);
  await ship(orderId, "1Z999AA10123456785", "--arrives-by", "2099-11-28");
  await page.goto(link);
  const tracking = page.getByRole("region", { name: "Tracking" });
  await expect(tracking.getByRole("heading", { name: "Arrives by Nov 28, 2099" })).toBeVisible();
  await expect(tracking.getByRole("link", { name: "Track with UPS" })).toBeVisible();
  await expectAccessible(page);
});
