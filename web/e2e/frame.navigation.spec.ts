import { expect, test } from "@playwright/test";
import {
  API,
  answer,
  consoleErrors,
  expectStarted,
  followFooter,
  navigateTo,
  refuse,
  withoutServerRendering,
} from "./frame";
import { newEmail, enterCode, signIn } from "./shopper";

const PUBLIC = [
  ["/", "home"],
  ["/login", "Sign in"],
  ["/checkout", "Checkout"],
  ["/cart", "Cart"],
  ["/products/everyday-mug", "Everyday mug"],
  ["/blogs", "Blog"],
  ["/return-and-exchange", "Returns and exchanges"],
  ["/faqs", "Frequently asked questions"],
  ["/contact-us", "Contact us"],
  ["/terms-and-conditions", "Terms and conditions"],
  ["/collections", "Collections"],
] as const;

test("every public route shows its page in one layout", async ({ page }) => {
  for (const [path, title] of PUBLIC) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    const heading = page.getByRole("heading", { level: 1 });
    await (path === "/" ? expect(heading).toBeVisible() : expect(heading).toHaveText(title));
    await expect(page.locator("#app").getByRole("banner")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  }
  await page.goto("/contact-us");
  await expect(page.getByRole("heading", { name: "Customer care" })).toBeVisible();
  await page.goto("/blogs");
  await page.getByRole("main").getByRole("article").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/blogs\/.+/);
  await expect(page.locator("article h1")).toBeVisible();
});

test("category, sale, slider, section and search show one product list", async ({ page }) => {
  const { pageItem } = (
    (await (await page.request.get("/api/home")).json()) as {
      output: { pageItem: Record<string, { link: string; parentId?: number; slug: string }[]> };
    }
  ).output;
  const first = (name: string) => pageItem[name]?.[0]?.link ?? "";
  const tile = pageItem["featureSection"]?.flatMap((section) =>
    "tiles" in section ? (section.tiles as { link: string }[]) : [],
  );
  const section = tile?.map(({ link }) => link).find((link) => /^\/collections\/\d+\/./.test(link));
  for (const path of [
    first("categoryList"),
    first("salesList"),
    first("sliderList"),
    section ?? "",
    "/search?q=mug",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("combobox", { name: "Sort", exact: true })).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  }
  expect(first("categoryList")).toMatch(/^\/c\/collections\//);
  expect(first("salesList")).toMatch(/^\/sa\/collections\//);
  expect(first("sliderList")).toMatch(/^\/s\/collections\//);
});

test("every route that needs login redirects guests to the login page and back, including child routes", async ({
  page,
}) => {
  for (const path of [
    "/order-detail/SO-2222-2222",
    "/write-review/SO-2222-2222",
    "/support-ticket",
    "/user-profile",
    "/user-profile/profile",
    "/user-profile/addresses",
    "/user-profile/wishlist",
    "/user-profile/wallet",
    "/user-profile/orders",
    "/user-profile/recentlyViewed",
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: path })}`);
  }
  // Signing in leads back to the last one.
  await enterCode(page, newEmail());
  await expect(page).toHaveURL("/user-profile/recentlyViewed");
  await expect(page.getByRole("heading", { level: 1, name: "Recently viewed" })).toBeVisible();
  for (const [path, title] of [
    ["/user-profile", "Profile"],
    ["/user-profile/addresses", "Addresses"],
    ["/user-profile/wishlist", "Wishlist"],
    ["/user-profile/wallet", "Wallet"],
    ["/user-profile/orders", "Orders"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
});

test("an unknown path of any depth redirects home", async ({ page }) => {
  for (const path of ["/nowhere", "/c/collections", "/user-profile/nowhere/at-all"]) {
    // Crawlers read the status; shoppers are redirected.
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page).toHaveURL("/");
  }
});

test("what does not exist shows a not-found page to shoppers and crawlers", async ({ page }) => {
  for (const path of ["/products/never-was", "/blogs/never-was", "/c/collections/never-was"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
  await page.getByRole("link", { name: "Continue shopping" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  // The same on client-side navigations, which request no document.
  await navigateTo(page, "/products/never-was");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("the progress bar is at the top in the primary colour during a navigation", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.getByRole("progressbar", { name: "Loading page" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/faqs-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await followFooter(page, "FAQs");
  await expect(bar).toBeVisible();
  expect(await bar.getAttribute("aria-valuenow")).toBeNull();
  const place = await bar.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    colour: getComputedStyle(element, "::after").backgroundColor,
    primary: getComputedStyle(element).getPropertyValue("--primary").trim(),
  }));
  expect(place.top).toBe(0);
  const primary = await page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = colour;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, place.primary);
  expect(place.colour).toBe(primary);
  release();
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
  await expect(bar).toBeHidden();
});

test("availability is requested before every navigation without delaying it; a failure is only logged", async ({
  page,
}) => {
  const errors = consoleErrors(page);
  let requests = 0;
  await page.route("**/api/credentials/applicability", async (route) => {
    requests += 1;
    await (requests === 2 ? new Promise(() => undefined) : route.fulfill(refuse()));
  });
  await page.goto("/");
  await expect.poll(() => requests).toBe(1);
  await followFooter(page, "FAQs");
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
  await expect.poll(() => requests).toBe(2);
  await followFooter(page, "Blog");
  await expect(page.getByRole("heading", { level: 1, name: "Blog" })).toBeVisible();
  await expect.poll(() => requests).toBe(3);
  expect(errors.filter((text) => text.includes("Error fetching availability data:"))).toHaveLength(
    2,
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("tidied up")).toBeHidden();
});

test("name, logo and favicon come from the company details", async ({ page }) => {
  await page.route("**/api/company-details/logoDetails", async (route) => {
    const { output } = (await (await route.fetch()).json()) as {
      output: { companyLogoDetails: Record<string, unknown> };
    };
    const companyLogoDetails = {
      ...output.companyLogoDetails,
      companyName: "Otter & Sons",
      logoImage: "/media/otter.svg",
      faviconImage: "/media/otter-icon.svg",
    };
    await route.fulfill(answer({ companyLogoDetails }));
  });
  await page.route("**/media/otter*.svg", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    }),
  );
  await page.goto("/login");
  await expect(page).toHaveTitle("Sign in | Otter & Sons");
  const logo = page.getByRole("link", { name: "Otter & Sons, home" });
  const shown = logo.locator("img").filter({ visible: true });
  await expect(shown).toHaveAttribute("src", "/media/otter.svg");
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", "/media/otter-icon.svg");
  await expect(page.locator('link[rel="icon"]')).toHaveCount(1);
});

test("without company details the shop has its default name", async ({ page }) => {
  await page.route("**/api/company-details/logoDetails", (route) => route.fulfill(refuse()));
  await page.goto("/login");
  await expect(page.getByRole("link", { name: "Stallage, home" })).toBeVisible();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("head markup is replaced on each navigation and does not accumulate", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  await expectStarted(page);
  const count = () =>
    page.evaluate(() => ({
      canonical: document.head.querySelectorAll('link[rel="canonical"]').length,
      description: document.head.querySelectorAll('meta[name="description"]').length,
      titles: document.head.querySelectorAll("title").length,
      unmarked: [
        ...document.head.querySelectorAll("title, meta[property], link[rel=canonical]"),
      ].filter((element) => !element.hasAttribute("data-page-head")).length,
    }));
  const once = { canonical: 1, description: 1, titles: 1, unmarked: 0 };
  expect(await count()).toEqual(once);
  for (const name of ["FAQs", "Blog", "Contact us"]) {
    const loaded = page.waitForResponse(/\/api\/head\?/);
    await followFooter(page, name);
    await loaded;
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
    await expect.poll(count).toEqual(once);
  }
  await page.goBack();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/blogs$/);
});

test("a page whose slug has changed redirects with its query, and Back skips the old URL", async ({
  page,
}) => {
  for (const [oldPath, now, heading] of [
    ["/products/former-mug", "/products/everyday-mug", "Everyday mug"],
    ["/c/collections/former-table", "/c/collections/table", "Table"],
    ["/blogs/former-story", "/blogs/how-glazes-break", /\w/],
  ] as const) {
    const error = { code: "moved", message: "It has moved.", fields: {}, movedTo: now };
    await page.route(
      ({ pathname, searchParams }) =>
        pathname === "/api/head" && searchParams.get("path")?.startsWith(oldPath) === true,
      (route) => route.fulfill({ status: 404, json: { status: false, output: null, error } }),
    );
    await page.goto("/faqs");
    // The not-found page never appears in between.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector("h1")?.textContent === "Page not found") {
          document.body.dataset["said"] = "not here";
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    await navigateTo(page, `${oldPath}?sort=price&utm_source=mail#here`);
    await expect(page).toHaveURL(`${now}?sort=price&utm_source=mail#here`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator("body")).not.toHaveAttribute("data-said");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(now));
    await page.goBack();
    await expect(page).toHaveURL("/faqs");
    await page.goForward();
    await expect(page).toHaveURL(`${now}?sort=price&utm_source=mail#here`);
  }
});

test("a request that is no longer needed is aborted", async ({ page }) => {
  const ended: string[] = [];
  page.on("requestfailed", (request) => ended.push(new URL(request.url()).pathname));
  await page.route("**/api/faqs", () => new Promise(() => undefined));
  await page.goto("/");
  await followFooter(page, "FAQs");
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible();
  await followFooter(page, "Blog");
  await expect.poll(() => ended).toContain("/api/faqs");
});

test("the menu opens at once by touch", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Categories" });
  await menu.getByRole("button", { name: "Show Table" }).tap();
  await expect(menu.getByRole("link", { name: "All of Table" })).toBeVisible();
  await menu.getByRole("button", { name: "Show Table" }).tap();
  await expect(menu.getByRole("link", { name: "All of Table" })).toBeHidden();
  await context.close();
});

test("every request has the bearer token after login, and none before", async ({ page }) => {
  const bearers: { path: string; bearer: string | undefined }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (API.test(path) && request.resourceType() === "fetch") {
      bearers.push({ path, bearer: request.headers()["authorization"] });
    }
  });
  await withoutServerRendering(page);
  await page.goto("/");
  await followFooter(page, "FAQs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(bearers.length).toBeGreaterThan(3);
  expect(bearers.filter(({ bearer }) => bearer !== undefined)).toEqual([]);
  await signIn(page);
  bearers.length = 0;
  await page.goto("/user-profile/wishlist");
  await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  // The heading is there before the list is requested.
  await expect.poll(() => bearers.map(({ path }) => path)).toContain("/wishlist");
  expect(bearers.filter(({ bearer }) => bearer?.startsWith("Bearer ") !== true)).toEqual([]);
});
