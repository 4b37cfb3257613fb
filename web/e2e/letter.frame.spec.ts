import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { answer, consoleErrors, followFooter, navigateTo, refuse } from "./frame";
import {
  addToCart,
  advanceOrder,
  codeFor,
  enterCode,
  fillAddress,
  newEmail,
  placeOrder,
  signIn,
} from "./shopper";

test.slow();

const back = (page: Page, place: string | RegExp) =>
  page.getByRole("main").getByRole("link", {
    name: typeof place === "string" ? `Back to ${place}` : place,
  });

async function orderCash(page: Page): Promise<string> {
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  return placeOrder(page);
}

test.describe("the way back", () => {
  test("leads from a product to the list it was found in, with its filters and its place", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/c/collections/table");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.getByRole("combobox", { name: "Sort", exact: true }).selectOption("price");
    await expect(page).toHaveURL(/sort=price/);
    const cards = page.getByRole("article");
    await expect(cards.nth(5)).toBeVisible();
    await cards.nth(5).getByRole("link").first().scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    await cards.nth(5).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/products\//);
    const link = back(page, "Table");
    await expect(link).toHaveAttribute("href", /\/c\/collections\/table\?.*sort=price/);
    await link.click();
    await expect(page).toHaveURL(/\/c\/collections\/table\?.*sort=price/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    // It is the history's Back: Forward leads to the product again.
    await page.goForward();
    await expect(page).toHaveURL(/\/products\//);
    await expect(link).toBeVisible();
  });

  test("is called by the name of the screen, and is not offered where there is none", async ({
    page,
  }) => {
    await page.goto("/search?q=mug");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(back(page, "Search results")).toBeVisible();
    const product = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page
      .getByRole("region", { name: "Goes with it" })
      .getByRole("article")
      .first()
      .getByRole("link")
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(product);
    await back(page, product).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product);
    await expect(back(page, "Search results")).toBeVisible();
    await page.goto("/products/everyday-mug");
    await expect(page.getByRole("heading", { level: 1, name: "Everyday mug" })).toBeVisible();
    await expect(back(page, /^Back to/)).toBeHidden();
  });

  test("leads from an order to the orders as they were filtered; directly, to all of them", async ({
    page,
  }) => {
    await signIn(page);
    const orderId = await orderCash(page);
    await page.goto("/user-profile/orders");
    await page.getByLabel("Status").selectOption("open");
    await expect(page).toHaveURL(/status=open/);
    await page.getByRole("link", { name: new RegExp(orderId) }).click();
    await back(page, "Orders").click();
    await expect(page).toHaveURL("/user-profile/orders?status=open");
    await page.goto(`/order-detail/${orderId}`);
    await expect(page.getByRole("link", { name: "All orders" })).toBeVisible();
  });

  test("leads from signing in to where the shopper was, where nothing else was asked for", async ({
    page,
  }) => {
    await page.goto("/c/collections/table?sort=price");
    await expect(page.getByRole("article").first()).toBeVisible();
    await navigateTo(page, "/login");
    // As a link without `next` starts it.
    await page.goBack();
    await expect(page).toHaveURL("/c/collections/table?sort=price");
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/login", id: "sign-in" });
      const prose = document.createElement("div");
      prose.dataset["prose"] = "";
      prose.append(link);
      link.textContent = "Sign in here";
      document.querySelector("main")?.prepend(prose);
    });
    await page.getByRole("link", { name: "Sign in here" }).click();
    await enterCode(page, newEmail());
    await expect(page).toHaveURL("/c/collections/table?sort=price");
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  });
});

interface Tracked {
  event: string;
  route_name: string;
  previous_route_name: string | null;
  page_path?: string;
  ecommerce?: { currency: string; value: number; transaction_id?: string; items: object[] };
}

test.describe("analytics", () => {
  test("is told of a purchase from its beginning, with the route and the one before", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const kept = sessionStorage.getItem("test-events");
      const layer = kept === null ? [] : (JSON.parse(kept) as unknown[]);
      const push = layer.push.bind(layer);
      layer.push = (...events: unknown[]) => {
        push(...events);
        sessionStorage.setItem("test-events", JSON.stringify(layer));
        return layer.length;
      };
      Object.assign(window, { dataLayer: layer });
    });
    const others: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).hostname !== "127.0.0.1") others.push(request.url());
    });
    const events = () =>
      page.evaluate(() => (window as unknown as { dataLayer: Tracked[] }).dataLayer);
    const named = async (name: string) => (await events()).filter(({ event }) => event === name);

    await page.goto("/search?q=everyday%20mug");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => named("view_item")).toHaveLength(1);
    expect((await named("view_item"))[0]).toMatchObject({
      route_name: "product",
      previous_route_name: "search",
      ecommerce: { currency: "USD", items: [{ quantity: 1 }] },
    });
    await page.getByRole("button", { name: "Add to cart" }).first().click();
    await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
    await expect.poll(() => named("add_to_cart")).toHaveLength(1);
    await page.getByRole("dialog").getByRole("button", { name: "Checkout" }).click();
    await expect.poll(() => named("begin_checkout")).toHaveLength(1);
    expect((await named("begin_checkout"))[0]).toMatchObject({
      route_name: "checkout",
      previous_route_name: "product",
    });
    await page.getByLabel("Email").fill(newEmail());
    await fillAddress(page);
    await page.getByRole("radio", { name: "Cash on delivery" }).check();
    const orderId = await placeOrder(page);
    await expect.poll(() => named("purchase")).toHaveLength(1);
    const purchase = (await named("purchase"))[0]?.ecommerce;
    expect(purchase).toMatchObject({ transaction_id: orderId, currency: "USD" });
    expect(purchase?.items).toHaveLength(1);
    // Loaded again, the order is not bought again; and nobody learns the key of a guest's order.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(async () => (await named("page_view")).length).toBeGreaterThan(3);
    expect(await named("purchase")).toHaveLength(1);
    const views = (await named("page_view")).map(({ page_path }) => page_path);
    expect(views.at(-1)).toBe("/order-detail/:orderId");
    expect(JSON.stringify(await events())).not.toContain("key=");
    expect(others).toEqual([]);
  });

  test("is told nothing where nobody has set it up", async ({ page }) => {
    await addToCart(page);
    expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
    expect(await page.context().cookies()).toEqual([]);
  });
});

test.describe("the state", () => {
  test("what home shows is the state's, and comes again without a request", async ({ page }) => {
    let asked = 0;
    await page.route("**/api/home", async (route) => {
      asked += 1;
      const { output } = (await (await route.fetch()).json()) as {
        output: { pageItem: { categoryList: { title: string }[] } };
      };
      const [first] = output.pageItem.categoryList;
      if (first) first.title = "Otters only";
      await route.fulfill(answer(output));
    });
    await page.goto("/");
    await expect(page.getByRole("main").getByText("Otters only").first()).toBeVisible();
    await followFooter(page, "FAQs");
    await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("main").getByText("Otters only").first()).toBeVisible();
    expect(asked).toBe(1);
  });

  test("signing out takes the customer along, and leaves the shop as it is", async ({ page }) => {
    await signIn(page);
    await addToCart(page);
    await page.keyboard.press("Escape");
    await page.goto("/checkout");
    await fillAddress(page);
    await expect(page.getByRole("button", { name: "Place order" })).toBeVisible();
    await followFooter(page, "FAQs");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const logo = page.getByRole("link", { name: "Kiln & Grain, home" });
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
    await expect(logo).toBeVisible();
    expect(calls.filter((path) => path.includes("logoDetails"))).toEqual([]);
    const left = await page.evaluate(() => ({
      local: Object.keys(localStorage).sort(),
      tab: JSON.stringify(Object.entries(sessionStorage)),
    }));
    expect(left.local.filter((key) => key !== "theme")).toEqual([]);
    expect(left.tab).not.toContain("Harbor Street");
  });

  test("the delivery estimate follows the primary address", async ({ page }) => {
    await signIn(page);
    await page.goto("/products/everyday-mug");
    await expect(page.getByRole("button", { name: "See when it arrives" })).toBeVisible();
    const arrivesIn = (code: string) =>
      page.getByText(new RegExp(`^Arrives by [A-Z][a-z]{2} \\d{1,2}, \\d{4} to ${code}$`));
    await navigateTo(page, "/user-profile/addresses");
    for (const [line, code] of [
      ["12 Harbor Street", "97201"],
      ["3 Second Street", "10001"],
    ] as const) {
      await page.getByRole("button", { name: "Add address" }).click();
      await fillAddress(page);
      await page.getByLabel("Address line 1").fill(line);
      await page.getByLabel("Postal code").fill(code);
      await page.getByRole("button", { name: "Save address" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await page.goBack();
    await expect(arrivesIn("97201")).toBeVisible();
    await page.goForward();
    await page.getByRole("button", { name: "Set as primary" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "3 Second Street" })).toContainText(
      "Primary",
    );
    await page.goBack();
    await expect(arrivesIn("10001")).toBeVisible();
    // Also where the page is there before it is known who visits it.
    await page.reload();
    await expect(arrivesIn("10001")).toBeVisible();
    await page.getByText("Delivery and returns").click();
    await expect(page.getByRole("main")).toContainText(
      /: [A-Z][a-z]{2} \d{1,2}, \d{4} to [A-Z][a-z]{2} \d{1,2}, \d{4}/,
    );
  });
});

test.describe("an address that is set without a navigation", () => {
  test("a chosen option keeps the place, asks for nothing, and is found by reload and Back", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/products/everyday-mug");
    const options = page.getByRole("main").getByRole("radio");
    await expect(options.first()).toBeAttached();
    await options.last().scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollBy(0, 40));
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const other = page.getByRole("main").locator('input[type="radio"]:not(:checked)').first();
    const value = (await other.getAttribute("value")) ?? "";
    await other.check({ force: true });
    await expect(page).toHaveURL(/\?sku=\d+$/);
    const chosen = page.url();
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
    expect(calls).not.toContain("/api/credentials/applicability");
    expect(calls).not.toContain("/api/head");
    const isChosen = async () =>
      expect(page.locator(`input[type="radio"][value="${value}"]`)).toBeChecked();
    await page.reload();
    await isChosen();
    await followFooter(page, "FAQs");
    await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(chosen);
    await isChosen();
  });

  test("a search in one's orders replaces the address, a status is a navigation", async ({
    page,
  }) => {
    await signIn(page);
    const orderId = await orderCash(page);
    await page.goto("/user-profile/orders");
    await page.getByLabel("Search orders").fill("no such thing");
    await expect(page).toHaveURL(/q=no\+such\+thing/);
    await expect(page.getByText("No order matches")).toBeVisible();
    await page.reload();
    await expect(page.getByText("No order matches")).toBeVisible();
    await page.getByLabel("Search orders").fill("");
    await expect(page.getByRole("link", { name: new RegExp(orderId) })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 400 });
    await page.evaluate(() => window.scrollTo(0, 150));
    await page.getByLabel("Status").selectOption("delivered");
    await expect(page).toHaveURL("/user-profile/orders?status=delivered");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/user-profile/orders");
    await expect(page.getByRole("link", { name: new RegExp(orderId) })).toBeVisible();
  });
});

test("every route has the shop's head markup on a navigation, private ones kept out of search engines", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  const robots = page.locator('head meta[name="robots"][data-page-head]');
  await expect(robots).toHaveCount(0);
  for (const [path, title] of [
    ["/cart", "Cart"],
    ["/checkout", "Checkout"],
    ["/user-profile", "Profile"],
    ["/user-profile/addresses", "Addresses"],
    ["/user-profile/wishlist", "Wishlist"],
    ["/user-profile/wallet", "Wallet"],
    ["/user-profile/orders", "Orders"],
    ["/user-profile/recentlyViewed", "Recently viewed"],
    ["/user-profile/privacy", "Sign-in and privacy"],
    ["/support-ticket", "Support tickets"],
    ["/order-detail/SO-2222-2222", "Order SO-2222-2222"],
    ["/find-order", "Find your order"],
    ["/withdraw", "Withdraw from contract"],
    ["/your-data", "Your data"],
  ] as const) {
    const asked = page.waitForRequest(/\/api\/head\?/);
    await navigateTo(page, `${path}?key=secret`);
    expect(new URL((await asked).url()).searchParams.get("path")).toBe(path);
    await expect(page).toHaveTitle(`${title} | Kiln & Grain`);
    await expect(robots).toHaveAttribute("content", "noindex");
    await expect(page.locator("head title")).toHaveCount(1);
    await followFooter(page, "FAQs");
    await expect(page).toHaveTitle("FAQs | Kiln & Grain");
    await expect(robots).toHaveCount(0);
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute("href", /\/faqs$/);
  }
});

test("a link to an order with a wrong key leads to signing in, and to the order where it is one's own", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signIn(page);
  const orderId = await orderCash(page);
  // The customer is shown the order, without the wrong key.
  await page.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(page).toHaveURL(`/order-detail/${orderId}`);
  await expect(page.getByRole("region", { name: "Tracking" })).toBeVisible();

  const guest = await (
    await browser.newContext(baseURL === undefined ? {} : { baseURL })
  ).newPage();
  await guest.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(guest).toHaveURL(`/login?next=%2Forder-detail%2F${orderId}`);
  await expect(guest.getByText("The link to this order is not valid.")).toBeVisible();
  await expect(
    guest.getByRole("main").getByRole("link", { name: "Find your order" }),
  ).toBeVisible();
  // A second code of the same address, as soon as the shop sends one.
  const spent = await codeFor(email);
  await guest.getByLabel("Email").fill(email);
  await expect(async () => {
    await guest.getByRole("button", { name: "Send code" }).click();
    await expect(guest.getByLabel("OTP")).toBeFocused({ timeout: 2000 });
  }).toPass();
  await expect.poll(() => codeFor(email)).not.toBe(spent);
  await guest.getByLabel("OTP").fill(await codeFor(email));
  await guest.getByRole("button", { name: "Verify" }).click();
  await expect(guest).toHaveURL(`/order-detail/${orderId}`);
  await expect(guest.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
  await guest.context().close();

  // Somebody else's is not there, with ways on.
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page);
  await page.goto(`/order-detail/${orderId}?key=wrong`);
  await expect(page.getByRole("heading", { name: "We cannot find this order" })).toBeVisible();
  for (const name of ["All orders", "Find your order", "Contact us"]) {
    await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  }
});

test("the wishlist's own words are said wherever its calls fail without a message", async ({
  page,
}) => {
  await signIn(page);
  const silent = { status: 500, body: "" };
  const said = page.getByText("An error occurred", { exact: true });
  await addToCart(page);
  await page.goto("/cart");
  await page.route(/\/wishlist(\/\d+)?$/, (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill(silent) : route.continue(),
  );
  await page.getByRole("button", { name: "Move to wishlist" }).click();
  await expect(said).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("An error occurred");
  await page.unroute(/\/wishlist(\/\d+)?$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await expect(page.getByText("Added to your wishlist")).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await page.route(/\/wishlist\/\d+$/, (route) => route.fulfill(silent));
  await page.getByRole("button", { name: "Move to cart" }).first().click();
  await expect(said).toBeVisible();
  await page.route(/\/wishlist\/\d+$/, (route) =>
    route.fulfill(refuse(409, "The shop knows why.")),
  );
  await page.getByRole("button", { name: "Move to cart" }).first().click();
  await expect(page.getByText("The shop knows why.")).toBeVisible();
});

test.describe("Google's client id", () => {
  test.use({ bypassCSP: true });

  test("is asked for wherever sign-in is shown, whatever the shop can do", async ({ page }) => {
    await page.route("**/api/credentials/applicability", (route) => route.fulfill(refuse()));
    await page.route("**/api/credentials/googleAuth", (route) =>
      route.fulfill(answer({ clientId: "client-1" })),
    );
    await page.route("https://accounts.google.com/gsi/client", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "window.google = { accounts: { oauth2: {} } };",
      }),
    );
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
  });

  test("that is missing is told in the console, once, with its reason", async ({ page }) => {
    const errors = consoleErrors(page);
    const asked = page.waitForRequest("**/api/credentials/googleAuth");
    await page.goto("/login");
    await asked;
    await expect.poll(() => errors.join()).toContain("Failed to retrieve Google Client ID.");
    expect(errors.join()).toContain("A client id is required for Google sign-in.");
    await expect(page.getByRole("button", { name: "Send code" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeHidden();
  });
});

test("links in the shop's texts are navigations inside it; all others are the browser's", async ({
  page,
  context,
}) => {
  await page.route("**/api/company-details/returnAndExchangePolicy", (route) =>
    route.fulfill(
      answer({
        title: "Returns",
        content: `<p><a href="/faqs">questions</a> <a href="/faqs#top">with a hash</a>
          <a href="#here">here</a> <a href="/feeds/blog.xml">the feed</a>
          <a href="/faqs" target="_blank">elsewhere</a> <a href="/media/a.webp" download>a file</a>
          <a href="https://example.com/">outside</a></p>
          <p id="here">Here.</p>`,
      }),
    ),
  );
  await page.route("https://example.com/", (route) => route.fulfill({ body: "outside" }));
  const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const open = async () => {
    await page.goto("/return-and-exchange");
    await expect(link("questions")).toBeVisible();
    await page.evaluate(() => (document.body.dataset["same"] = "yes"));
  };
  const same = () => page.evaluate(() => document.body.dataset["same"] === "yes");
  await open();
  await link("questions").click();
  await expect(page).toHaveURL("/faqs");
  await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
  expect(await same()).toBe(true);
  await page.goBack();
  await link("with a hash").click();
  await expect(page).toHaveURL("/faqs#top");
  expect(await same()).toBe(true);
  await page.goBack();
  await link("here").click();
  await expect(page).toHaveURL("/return-and-exchange#here");
  expect(await same()).toBe(true);

  for (const [name, options] of [
    ["questions", { modifiers: ["ControlOrMeta" as const] }],
    ["questions", { button: "middle" as const }],
    ["elsewhere", {}],
  ] as const) {
    const opened = context.waitForEvent("page");
    await link(name).click(options as Parameters<Locator["click"]>[0]);
    const tab = await opened;
    await expect(tab).toHaveURL(/\/faqs$/);
    await tab.close();
    await expect(page).toHaveURL("/return-and-exchange#here");
  }
  await link("outside").click();
  await expect(page).toHaveURL("https://example.com/");
  await open();
  const feed = page.waitForRequest("**/feeds/blog.xml");
  await link("the feed")
    .click()
    .catch(() => undefined);
  expect((await feed).isNavigationRequest()).toBe(true);
});

test.describe("the focus", () => {
  for (const path of [
    "/",
    "/c/collections/table",
    "/products/everyday-mug",
    "/cart",
    "/login",
    "/faqs",
  ]) {
    test(`is visible at ${path}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (path === "/cart") await addToCart(page);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      const invisible: string[] = [];
      const seen = new Set<string>();
      for (let step = 0; step < 150; step += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const { x, y, width, height } = element.getBoundingClientRect();
          const label = element.getAttribute("aria-label") ?? element.textContent;
          return {
            // One of a kind is enough: cards and links of a list look the same.
            kind: `${element.tagName} ${element.className} ${element.parentElement?.className ?? ""}`,
            name: label.trim().slice(0, 40),
            box: { x: x - 8, y: y - 8, width: width + 16, height: height + 16 },
          };
        });
        if (focused === null) break;
        if (seen.has(focused.kind)) continue;
        seen.add(focused.kind);
        if (!(await changesWhenFocused(page))) invisible.push(`${focused.kind}: ${focused.name}`);
      }
      expect(seen.size).toBeGreaterThan(5);
      expect(invisible).toEqual([]);
    });
  }
});

/** Whether what is on the screen is another while the focused element has the focus. */
async function changesWhenFocused(page: Page): Promise<boolean> {
  const focused = await page.screenshot({ animations: "disabled", caret: "hide" });
  const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await element.evaluate((one) => one.blur());
  const blurred = await page.screenshot({ animations: "disabled", caret: "hide" });
  const again = await page.screenshot({ animations: "disabled", caret: "hide" });
  await element.evaluate((one) => one.focus({ preventScroll: true }));
  // A picture that loads meanwhile is no sign of the focus: look again.
  if (!blurred.equals(again)) return changesWhenFocused(page);
  return !focused.equals(blurred);
}

/** Fields whose values are of an enumeration that a newer server may know more of. */
const ENUMERATED = new Set([
  "reason",
  "type",
  "kind",
  "by",
  "problem",
  "outcome",
  "resolution",
  "refundTo",
  "paymentMethod",
  "paymentMethods",
  "gender",
  "code",
]);
const NUMBERED = new Set(["status", "paymentStatus"]);

/** An answer of a server that is newer than the page: no value of an enumeration is known. */
function newer(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => newer(each, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, newer(each, key)]));
  }
  if (typeof value === "string" && ENUMERATED.has(name)) return "of_tomorrow";
  if (typeof value === "number" && NUMBERED.has(name)) return 99;
  return value;
}

test("a page that is older than the server shows what it does not know in plain words", async ({
  page,
}) => {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  await signIn(page);
  await page.goto("/user-profile/profile");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await page.goto(`/support-ticket?new=1&order=${orderId}`);
  await page.getByLabel("Subject").fill("A chip in the rim");
  await page.getByLabel("How can we help?").fill("It arrived with a chip.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page).toHaveURL(/ticket=ST-/);
  const ticket = new URL(page.url()).search;
  await addToCart(page, "everyday-mug");
  await page.keyboard.press("Escape");

  await page.route(/\/(api|customer|wishlist)(\/|$|\?)/, async (route) => {
    if (route.request().resourceType() !== "fetch") return route.continue();
    const response = await route.fetch();
    if (!(response.headers()["content-type"] ?? "").includes("json")) {
      return route.fulfill({ response });
    }
    const body = (await response.json()) as { output: unknown };
    if (response.status() >= 400) return route.fulfill({ response });
    const output = newer(body.output);
    await route.fulfill({ response, json: { ...body, output } });
  });
  await page.route("**/api/wallet?**", (route) =>
    route.fulfill(
      answer({
        balance: { amount: 500, currency: "USD" },
        expiring: [],
        topups: null,
        transactions: {
          page: 1,
          pageSize: 10,
          total: 1,
          items: [
            {
              id: 1,
              amount: { amount: 500, currency: "USD" },
              type: "moved",
              reason: "of_tomorrow",
              orderId: null,
              time: "2026-03-09T12:00:00.000Z",
              balanceAfter: { amount: 500, currency: "USD" },
            },
          ],
        },
      }),
    ),
  );
  for (const [path, words] of [
    ["/user-profile/wallet", "Wallet transaction"],
    [`/order-detail/${orderId}`, "Another payment method"],
    [`/order-detail/${orderId}`, "Being processed"],
    [`/order-detail/${orderId}`, "Download document"],
    ["/user-profile/orders", orderId],
    [`/support-ticket${ticket}`, "It arrived with a chip."],
    ["/support-ticket", "A chip in the rim"],
    ["/cart", "Everyday mug"],
    ["/checkout", "Everyday mug"],
    ["/products/everyday-mug", "Everyday mug"],
    ["/", "Table"],
    ["/user-profile/profile", "Save profile"],
    ["/user-profile/addresses", "Addresses"],
    ["/user-profile/wishlist", "Wishlist"],
    [`/write-review/${orderId}`, "Everyday mug"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
    await expect(page.getByText("This page did not load")).toBeHidden();
  }
  // What the page does not know it keeps.
  await page.goto("/user-profile/profile");
  await expect(page.getByLabel("Gender")).toHaveValue("of_tomorrow");
  await page.goto("/");
  await page.getByRole("combobox", { name: "Search" }).first().fill("mug");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  expect(broken).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** The keys that the table of `docs/browser-storage.md` names. */
function documentedKeys() {
  const text = readFileSync(join(import.meta.dirname, "../../docs/browser-storage.md"), "utf8");
  const of = (storage: string) => {
    const row = new RegExp("^\\| `([^`]+)` \\| " + storage + " \\|", "gm");
    return new Set([...text.matchAll(row)].map(([, key]) => key ?? ""));
  };
  return { local: of("local"), tab: of("session") };
}

test("all that is kept in the browser is documented", async ({ page }) => {
  const documented = documentedKeys();
  await addToCart(page);
  await page.goto("/search?q=mug");
  await page.getByRole("combobox", { name: "Search" }).first().fill("bowl");
  await page.getByRole("combobox", { name: "Search" }).first().press("Enter");
  await expect(page).toHaveURL(/q=bowl/);
  await signIn(page);
  await orderCash(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByText("Dark", { exact: true }).click();
  await page.keyboard.press("Escape");
  const kept = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
  }));
  expect(kept.local).toContain("theme");
  expect(kept.local).toContain("accessToken");
  expect(kept.tab).toContain("placedOrder");
  expect(kept.local.filter((key) => !documented.local.has(key))).toEqual([]);
  expect(kept.tab.filter((key) => !documented.tab.has(key))).toEqual([]);
});
