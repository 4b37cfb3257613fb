import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { release } from "./frame";
import { addShown, advanceOrder, orderCash, signIn } from "./shopper";

test.use({ serviceWorkers: "allow" });
test.setTimeout(180_000);

/** A worker is installed after the page is idle, and stores two hundred files. */
const SLOW = { timeout: 60_000 };

/** Waits until the worker controls the page. */
async function controlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), SLOW)
    .toBe("activated");
}

/** Waits until something whose address ends in `end` is stored. */
async function stored(page: Page, end: string): Promise<void> {
  await expect
    .poll(async () => (await storedAddresses(page)).some((address) => address.endsWith(end)), SLOW)
    .toBe(true);
}

function storedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("stallage-"));
    const keys = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return keys.flat();
  });
}

/** Lets the server read the build again. To write the file would let it read a half. */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now);
}

const worker = join(dirname(process.env["SHOP_DATA_DIR"] ?? ""), "client", "sw.js");

test("a product that was seen is readable offline, and says from when it is", async ({
  page,
  context,
}) => {
  await page.goto("/products/everyday-mug");
  await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
  await controlled(page);
  // Seen before there was a worker.
  await stored(page, "/products/everyday-mug");
  await stored(page, "/api/products/everyday-mug");
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
  await expect(page.getByText(/Shown from storage, as of \d+:\d\d/)).toBeVisible();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Buy now" })).toBeDisabled();
  await expect(page.getByText("Buying has to wait until you are online again.")).toBeVisible();
  await expectAccessible(page);
  // An address that was never opened has the shop's frame.
  await page.goto("/products/serving-bowl");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
});

test("orders and invoices are readable offline, and gone after signing out", async ({
  page,
  context,
}) => {
  await signIn(page);
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await controlled(page);
  await page.goto("/user-profile/orders");
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(1);
  // The newest orders are stored without being opened.
  await stored(page, `/api/orders/${orderId}`);
  await expect
    .poll(async () => (await storedAddresses(page)).join(" "), SLOW)
    .toMatch(new RegExp(`/api/orders/${orderId}/documents/INV-\\d+`));
  const other = await context.newPage();
  await other.goto("/faqs");
  await context.setOffline(true);
  await page.goto("/user-profile/orders");
  await page.getByRole("link", { name: /^View order/ }).click();
  await expect(page.getByText(orderId).first()).toBeVisible();
  await expect(page.getByText(/Shown from storage/)).toBeVisible();
  const invoice = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download invoice" }).click();
  expect((await invoice).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);
  await context.setOffline(false);

  await page.goto("/");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect
    .poll(() => other.evaluate(() => caches.keys().then((names) => names.join())), SLOW)
    .not.toContain("stallage-customer-");
  await expect.poll(async () => (await storedAddresses(page)).join()).not.toContain(orderId);

  await signIn(page);
  await page.goto("/user-profile/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await context.setOffline(true);
  await page.goto(`/order-detail/${orderId}`);
  await expect(page.getByText("We could not reach the shop.").first()).toBeVisible();
});

test("an addition made offline is shown as waiting, and arrives once", async ({
  page,
  context,
}) => {
  await signIn(page);
  await controlled(page);
  await page.goto("/products/everyday-mug");
  await expect(page.getByRole("button", { name: "Buy now" })).toBeEnabled();
  await context.setOffline(true);
  await addShown(page);
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart.getByText("Will be added when you are online again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  // It outlives the page, and a second tab does not send it again.
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Waiting for a connection" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { name: "Waiting for a connection" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Waiting for a connection" })).toBeHidden();
  await expect(other.getByRole("heading", { name: "Waiting for a connection" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

for (const [who, call] of [
  ["a guest", "/api/carts/guest"],
  ["a customer", "/api/carts"],
] as const) {
  test(`an addition of ${who} counts if the page is left before the shop has it`, async ({
    page,
  }) => {
    if (who === "a customer") await signIn(page);
    await page.goto("/products/everyday-mug");
    // The network is slow: the request is not answered before the page is left.
    const isCall = (address: URL) => address.pathname === call;
    await page.route(isCall, (route) =>
      route.request().method() === "POST" ? undefined : route.continue(),
    );
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && isCall(new URL(request.url())),
    );
    await addShown(page);
    await sent;
    await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
    await page.unroute(isCall);
    await page.goto("/faqs");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    await page.goto("/cart");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Everyday mug" }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Waiting for a connection" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  });
}

test("an addition whose response was lost is not repeated", async ({ page }) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  let sent = 0;
  await page.route("**/api/carts", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await addShown(page);
  await expect(page.getByText("1 item was added to your cart.")).toBeVisible();
  expect(sent).toBe(2);
  await page.reload();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("a new build takes over after one reload at most, also after being offline", async ({
  page,
  context,
}) => {
  const script = () => page.locator('script[type="module"][src*="/index-"]').getAttribute("src");
  // Makes few requests: one that arrives while the browser stops the old worker delays the new one.
  await page.goto("/faqs");
  await controlled(page);
  const old = await script();
  await release();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await script()).toBe(old);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const current = await script();
  expect(current).not.toBe(old);
  // The new worker takes over by itself and deletes the files of the old build.
  await expect
    .poll(async () => (await storedAddresses(page)).some((one) => one.endsWith(old ?? "")), SLOW)
    .toBe(false);
  await context.setOffline(true);
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Cart", exact: true })).toBeVisible();
  expect(await script()).toBe(current);
});

test("an open page offers the new version, and a second tab is not disturbed", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await controlled(page);
  const other = await context.newPage();
  await other.goto("/faqs");
  await release();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText("A new version of the shop is ready.")).toBeVisible(SLOW);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The other tab's files are still stored: the new worker waits for it.
  const old = await other.locator('script[type="module"][src*="/index-"]').getAttribute("src");
  expect((await storedAddresses(other)).some((one) => one.endsWith(old ?? ""))).toBe(true);
});

test("a worker that the shop no longer has is removed with all it stored", async ({ page }) => {
  // Makes few requests: one that arrives while the browser stops the worker delays the next one.
  await page.goto("/faqs");
  await controlled(page);
  // The page has asked for a newer worker too: this one must be removed by the next page.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const text = await readFile(worker, "utf8");
  const index = join(dirname(worker), "index.html");
  try {
    await rm(worker);
    await touch(index);
    await page.reload();
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const registrations = await navigator.serviceWorker.getRegistrations();
            const names = (await caches.keys()).filter((name) => name.startsWith("stallage-"));
            return registrations.length + names.length;
          }),
        SLOW,
      )
      .toBe(0);
    // The worker controls this page until it is closed, and stores nothing more. It unregisters while it is
    // still being activated.
    await controlled(page);
    const names = await page.evaluate(async () => {
      const found: string[] = [];
      for (let visit = 0; visit < 20; visit += 1) {
        await fetch(`/api/products?page=${visit + 1}`);
        found.push(...(await caches.keys()));
      }
      return [...new Set(found)];
    });
    expect(names).toEqual([]);
  } finally {
    await writeFile(worker, text);
    await touch(index);
  }
});
