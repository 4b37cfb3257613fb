import { expect, type Page, test } from "@playwright/test";
import { expectStarted } from "./frame";
import { measure, startDevtools } from "./memory";

const LIST = "/c/collections/table";

interface Shown {
  /** First headings that are visible. */
  headings: string[];
  top: number;
}

/** Resolves to what the first frame after the next step in the history shows. */
function firstFrame(page: Page): Promise<() => Promise<Shown>> {
  return page
    .evaluateHandle(() => ({
      shown: new Promise<Shown>((resolve) => {
        const read = () => {
          const headings = [...document.querySelectorAll("main h1")].filter((one) =>
            one.checkVisibility(),
          );
          resolve({ headings: headings.map((one) => one.textContent), top: window.scrollY });
        };
        const options = { capture: true, once: true };
        addEventListener("popstate", () => requestAnimationFrame(read), options);
      }),
    }))
    .then((handle) => () => handle.evaluate(({ shown }) => shown));
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const linkOf = (page: Page, card: number) =>
  page.getByRole("main").getByRole("article").nth(card).getByRole("link").first();

async function openList(page: Page, path = LIST): Promise<void> {
  await page.goto(path);
  await expectStarted(page);
  await expect(page.locator("html[data-prefetch=client]")).toBeAttached();
}

async function openProduct(page: Page, card: number): Promise<string> {
  const title = (await linkOf(page, card).textContent()) ?? "";
  await linkOf(page, card).click();
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
  return title;
}

test.describe("a list that a product was opened from", () => {
  test("is shown by the first frame after Back, where it was left, with the focus", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await openList(page);
    const listTitle = await page.title();
    const link = linkOf(page, 6);
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    const element = await link.elementHandle();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/products\//);
    await expect(heading(page)).toBeFocused();

    // The product can be gone back to as well, and the list again.
    for (let time = 0; time < 2; time += 1) {
      const frame = await firstFrame(page);
      await page.goBack();
      expect(await frame()).toEqual({ headings: ["Table"], top: place });
      await expect(page).toHaveURL(LIST);
      await expect(link).toBeFocused();
      expect(await element.evaluate((one) => one.isConnected)).toBe(true);
      await expect(page).toHaveTitle(listTitle);
      expect(await page.evaluate(() => window.scrollY)).toBe(place);
      await page.goForward();
      await expect(page).toHaveURL(/\/products\//);
      await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
    }
  });

  test("is not in the document meanwhile", async ({ page }) => {
    await openList(page);
    const title = await openProduct(page, 0);
    await expect(page.locator("main")).toHaveCount(1);
    await expect(page.locator("h1")).toHaveText(title);
    await expect(page.locator("aside", { hasText: "Filters" })).toHaveCount(0);
  });

  test("stays where the shopper scrolls before the router is there", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await openList(page);
    const title = await page.title();
    await openProduct(page, 6);
    await page.evaluate(() => {
      const scroll = () => requestAnimationFrame(() => window.scrollBy(0, 40));
      addEventListener("popstate", scroll, { capture: true, once: true });
    });
    const frame = await firstFrame(page);
    await page.goBack();
    const { top } = await frame();
    // Which it has once the router is there.
    await expect(page).toHaveTitle(title);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
  });

  test("shows what was saved on the product's page", async ({ page }) => {
    await openList(page);
    const card = page.getByRole("main").getByRole("article").first();
    await expect(card.getByRole("button", { name: "Add to wishlist" })).toBeVisible();
    await openProduct(page, 0);
    await page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first().click();
    await expect(
      page.getByRole("main").getByRole("button", { name: "Remove from wishlist" }).first(),
    ).toBeVisible();
    await page.goBack();
    await expect(card.getByRole("button", { name: "Remove from wishlist" })).toBeVisible();
  });

  test("keeps how far the rows in it were scrolled", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openList(page, "/");
    const row = page.getByRole("main").getByRole("group", { name: "Choose by feel" });
    await row.scrollIntoViewIfNeeded();
    // Narrow enough that its tiles do not fit.
    await row.evaluate((element: HTMLElement) => {
      element.style.maxInlineSize = "200px";
      element.scrollTo({ left: 100, behavior: "instant" });
    });
    const place = () => row.evaluate((element) => element.scrollLeft);
    const scrolled = await place();
    expect(scrolled).toBeGreaterThan(0);
    await linkOf(page, 0).click();
    await expect(page).toHaveURL(/\/products\//);
    await page.goBack();
    await expect(row).toBeVisible();
    expect(await place()).toBe(scrolled);
  });

  test("gives its title to the way back each time", async ({ page }) => {
    await openList(page);
    for (const card of [0, 1]) {
      await openProduct(page, card);
      const back = page.getByRole("main").getByRole("link", { name: "Back to Table" });
      await back.click();
      await expect(heading(page)).toHaveText("Table");
    }
  });

  test("stays hidden if the shopper goes forward at once", async ({ page }) => {
    await openList(page);
    const title = await openProduct(page, 0);
    await page.evaluate(async () => {
      const step = (take: () => void) =>
        new Promise((resolve) => {
          addEventListener("popstate", resolve, { once: true });
          take();
        });
      await step(() => history.back());
      await step(() => history.forward());
    });
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(heading(page)).toHaveText(title);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Add to wishlist" }).first().click();
    await expect(main.getByRole("button", { name: "Remove from wishlist" }).first()).toBeVisible();
  });

  test("opens no dialog over the product's page", async ({ page }) => {
    await openList(page, "/search?q=shoulder+carafe");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/quickAdd-[^/]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const choose = page
      .getByRole("main")
      .getByRole("article")
      .filter({ hasText: "Shoulder carafe" })
      .first()
      .getByRole("button", { name: "Add to cart: Shoulder carafe" });
    const loading = page.waitForRequest(/\/quickAdd-[^/]+\.js$/);
    await choose.click();
    await loading;
    const title = await openProduct(page, 0);
    const loaded = page.waitForResponse(/\/quickAdd-[^/]+\.js$/);
    release();
    await (await loaded).finished();
    await expect(choose).toHaveCount(0);
    // A modal dialog would make it inert.
    await page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first().click();
    await expect(heading(page)).toHaveText(title);
    await page.goBack();
    await choose.click();
    await expect(page.getByRole("dialog").filter({ hasText: "Shoulder carafe" })).toBeVisible();
  });

  test("does not lead away from the product once the operator redirects its search", async ({
    page,
  }) => {
    await page.clock.install();
    await openList(page, "/search?q=mug");
    const title = await openProduct(page, 0);
    let isRedirected = false;
    await page.route(/\/api\/products\?/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { output: object };
      Object.assign(answer.output, { redirect: "/faqs" });
      await route.fulfill({ response, json: answer });
      isRedirected = true;
    });
    // Old data is loaded again when the window gets the focus.
    await page.clock.fastForward("02:00");
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => isRedirected).toBe(true);
    await page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first().click();
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveURL(/\/products\//);
    await page.goBack();
    await expect(page).toHaveURL("/faqs");
  });

  test("lets a product open by itself while the server's markup at the end of it waits", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await openList(page, "/");
    const recommended = page.locator("#recommended");
    await expect(recommended).toBeAttached();
    // A suggestion, unlike a card, opens without a transition of pictures.
    await page.getByRole("combobox", { name: "Search products" }).first().fill("cylinder glass");
    await page.getByRole("option", { name: "Cylinder glass vase" }).first().click();
    await expect(heading(page)).toHaveText("Cylinder glass vase");
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(recommended).toBeAttached();
  });

  test("is no longer in memory once another page follows", async ({ page }) => {
    test.slow();
    const devtools = await startDevtools(page);
    await openList(page, "/");
    const text = page.getByRole("contentinfo").getByRole("link", { name: "Contact us" });
    const home = page.getByRole("banner").getByRole("link", { name: /, home$/ });
    const cards = page.getByRole("main").getByRole("article").getByRole("heading");
    const nodes: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      await home.click();
      await expect(page).toHaveURL("/");
      // What was viewed changes on the home page while it is behind the product.
      await cards
        .getByRole("link")
        .nth(time % 2)
        .click();
      await expect(page).toHaveURL(/\/products\//);
      await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
      await text.click();
      await expect(heading(page)).toHaveText("Contact us");
      nodes.push((await measure(devtools, time)).nodes);
    }
    // Chromium and the router remember two or three pages, of 1,700 nodes each.
    const growth = Math.min(...nodes.slice(-4)) - Math.min(...nodes.slice(0, 4));
    expect(growth, nodes.join()).toBeLessThan(4_000);
  });
});
