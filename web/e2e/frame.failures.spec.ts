import { expect, type Page, test } from "@playwright/test";
import {
  answer,
  consoleErrors,
  expectFailure,
  expectStarted,
  followFooter,
  refuse,
  release,
  stored,
  withoutServerRendering,
} from "./frame";
import { addToCart, signIn } from "./shopper";

/** Each area, its request, and what is visible once it works again. */
const AREAS = [
  ["/", "**/api/home", /.+/],
  ["/c/collections/table", "**/api/products?**", "Table"],
  ["/products/everyday-mug", "**/api/products/everyday-mug", "Everyday mug"],
  ["/collections", "**/api/categories", "Collections"],
  ["/blogs", "**/api/blogs", "Blog"],
  ["/faqs", "**/api/faqs", "Frequently asked questions"],
  ["/return-and-exchange", "**/api/company-details/returnAndExchangePolicy", /.+/],
  ["/terms-and-conditions", "**/api/company-details/termAndCondition", /.+/],
  ["/contact-us", "**/api/company-details/contactUsDetails", /.+/],
  ["/contact-us", "**/api/company-details/customerCareDetails", /.+/],
] as const;

async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: "Kiln & Grain, home" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
}

test("an area that fails shows the server's message and recovers; the rest of the page works", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await withoutServerRendering(page);
  for (const [path, call, title] of AREAS) {
    await page.route(call, (route) => route.fulfill(refuse()));
    await page.goto(path);
    await expectFailure(page, "The shop is being tidied up.");
    await expectFrame(page);
    await page.unroute(call);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
});

test("areas of a customer's pages fail independently too", async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  for (const [path, call] of [
    ["/user-profile/profile", "**/customer"],
    ["/user-profile/addresses", "**/customer"],
    ["/user-profile/wishlist", "**/wishlist"],
    ["/user-profile/wallet", "**/api/wallet?**"],
    ["/user-profile/orders", "**/api/orders?**"],
    ["/support-ticket", "**/api/supporttickets?**"],
  ] as const) {
    await page.route(call, (route) =>
      route.request().resourceType() === "fetch" ? route.fulfill(refuse()) : route.continue(),
    );
    await page.goto(path);
    await expectFailure(page, "The shop is being tidied up.");
    await expectFrame(page);
    await page.unroute(call);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  }
});

test("the product page works if its comments fail", async ({ page }) => {
  await withoutServerRendering(page);
  await page.route("**/api/productcomment/search", (route) => route.fulfill(refuse()));
  await page.goto("/products/everyday-mug");
  await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expectFailure(page, "The shop is being tidied up.");
  await expect(
    page.getByRole("button", { name: "Add to cart", exact: true }).first(),
  ).toBeEnabled();
  await page.unroute("**/api/productcomment/search");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  const reviews = page.getByRole("region", { name: "Reviews", exact: true });
  await expect(reviews.getByRole("article").first()).toBeVisible();
});

test("the cart has messages of its own if the server sends none", async ({ page }) => {
  const unsaid = { status: 500, body: "" };
  await withoutServerRendering(page);
  await addToCart(page);
  await page.route("**/api/carts/guest", (route) => route.fulfill(unsaid));
  await page.goto("/cart");
  await expectFailure(page, "Error fetching cart items");
  await page.unroute("**/api/carts/guest");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByText("Everyday mug")).toBeVisible();

  await signIn(page);
  await page.route("**/api/carts", (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill(unsaid),
  );
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  const status = page.getByRole("status");
  await expect(status.getByText("Error adding item to cart")).toBeVisible();
  await page.goto("/cart");
  await page.getByRole("button", { name: "One more" }).click();
  await expect(status.getByText("Error adding item to cart")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.route("**/api/carts/*", (route) => route.fulfill(unsaid));
  await page.getByRole("button", { name: "Remove Everyday mug" }).click();
  await expect(status.getByText("Error delete item to cart")).toBeVisible();
  await expect(page.getByRole("main").getByText("Everyday mug")).toBeVisible();
});

test("the wishlist has messages of its own if the server sends none", async ({ page }) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  await page.route("**/wishlist", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, body: "" })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await expect(page.getByRole("status").getByText("An error occurred")).toBeVisible();
  await page.unroute("**/wishlist");
  const reloaded = page.waitForResponse(
    (response) => response.url().endsWith("/wishlist") && response.request().method() === "GET",
  );
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await reloaded;
  await expect(page.getByRole("button", { name: "Remove from wishlist" }).first()).toBeVisible();
});

test("an addition to the cart that cannot be sent is reported, and waits", async ({ page }) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  let sent = 0;
  await page.route("**/api/carts", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    return route.abort();
  });
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart.getByText("Will be added when you are online again.")).toBeVisible();
  expect(sent).toBeGreaterThan(0);
});

test("the page shows when it is offline and when it is online again", async ({ page, context }) => {
  await page.goto("/");
  await expectStarted(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(page.getByText("You are online again.")).toBeVisible();
});

test("messages at the foot cover neither each other nor the buy bar @phone", async ({
  page,
  context,
}) => {
  await page.goto("/products/everyday-mug");
  await expectStarted(page);
  await page.getByRole("button", { name: "Add to wishlist" }).first().tap();
  const toast = page.getByRole("status").locator("[data-kind]");
  // With the focus it stays.
  await toast.getByRole("button", { name: "Close" }).focus();
  await context.setOffline(true);
  const banner = page.getByText("You are offline. You can read");
  await expect(banner).toBeVisible();
  const between = async () => {
    const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
    return ((await banner.boundingBox())?.y ?? 0) - (y + height);
  };
  await expect.poll(between).toBeGreaterThan(0);
  await page.getByRole("heading", { name: "Reviews" }).scrollIntoViewIfNeeded();
  // Fails if something else would get the tap.
  const add = page.getByRole("button", { name: "Add to cart", exact: true }).last();
  await add.tap({ trial: true });
});

test("a page that is not available offline shows an error, and appears when the network is back", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expectStarted(page);
  await context.setOffline(true);
  await followFooter(page, "FAQs");
  await expectFailure(page, "This page did not load");
  await expectFrame(page);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
});

test("an area that failed without a network loads when the network is back", async ({
  page,
  context,
}) => {
  await page.goto("/search");
  await expectStarted(page);
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await context.setOffline(true);
  await field.fill("mug");
  await field.press("Enter");
  await expectFailure(page, "We could not reach the shop.");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Results for “mug”" })).toBeVisible();
});

test("a dead CDN costs one failed picture, and so does its fallback", async ({ page }) => {
  const tried: Record<string, number> = {};
  await withoutServerRendering(page);
  await page.route("**/api/switcheshop-details/logoDetails", (route) =>
    route.fulfill(
      answer({
        companyLogoDetails: {
          cdnThirtdPartyEndPoint: "https://cdn.test",
          cdnLocalEndPoint: "https://fallback.test",
        },
      }),
    ),
  );
  for (const host of ["cdn.test", "fallback.test"]) {
    await page.route(`https://${host}/**`, (route) => {
      tried[host] = (tried[host] ?? 0) + 1;
      return route.abort();
    });
  }
  await page.goto("/c/collections/table");
  const pictures = page.getByRole("article").locator("img");
  await expect(pictures.first()).toHaveJSProperty("complete", true);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await pictures.count()).toBeGreaterThan(6);
  expect(tried).toEqual({ "cdn.test": 1, "fallback.test": 1 });
  await followFooter(page, "Blog");
  await expect(page.getByRole("main").locator("img").first()).toBeVisible();
  expect(tried).toEqual({ "cdn.test": 1, "fallback.test": 1 });
});

test("pictures are loaded from a working CDN", async ({ page, baseURL }) => {
  const own: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith("/media/") && origin === new URL(baseURL ?? "").origin)
      own.push(pathname);
  });
  await withoutServerRendering(page);
  await page.route("**/api/switcheshop-details/logoDetails", (route) =>
    route.fulfill(
      answer({
        companyLogoDetails: {
          cdnThirtdPartyEndPoint: "https://cdn.test",
          cdnLocalEndPoint: "https://fallback.test",
        },
      }),
    ),
  );
  await page.route("https://cdn.test/**", async (route) => {
    const url = new URL(route.request().url());
    const response = await page.request.get(url.pathname + url.search);
    await route.fulfill({ response });
  });
  await page.goto("/c/collections/table");
  const first = page.getByRole("article").locator("img").nth(3);
  await expect(first).toHaveAttribute("src", /^https:\/\/cdn\.test\/media\//);
  await expect
    .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(own.filter((path) => !path.endsWith(".svg"))).toEqual([]);
  // Others are still on their way, and would fail the next test.
  await page.unrouteAll({ behavior: "wait" });
});

test("a part of the frame that fails to load shows an error and offers a reload", async ({
  page,
}) => {
  await page.route("**/assets/CartDrawer-*.js", (route) => route.abort());
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  await expect(page.getByText("This part did not load.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.unroute("**/assets/CartDrawer-*.js");
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
});

test("a page that was open before a release continues with the new build", async ({ page }) => {
  const errors = consoleErrors(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  let loads = 0;
  page.on("load", () => (loads += 1));
  await release();
  await followFooter(page, "FAQs");
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
  // The server's page is there before the client.
  await expect.poll(() => stored(page, "moduleReloaded")).toBeNull();
  expect(loads).toBe(1);
  expect(errors.join()).not.toContain("Error loading a page:");
  await followFooter(page, "Contact us");
  await expect(page).toHaveURL("/contact-us");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads).toBe(1);
});
