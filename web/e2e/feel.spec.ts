import { expect, type Page, test } from "@playwright/test";
import { expectStarted, refuse } from "./frame";

const PRODUCT = /\/api\/products\/(?!suggest|cards)[^/?]+$/;

/** Holds back the details of all products until the returned function is called. */
async function holdProducts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(PRODUCT, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const firstCard = (page: Page) => page.getByRole("article").first();

test.describe("a product opened from its card", () => {
  test("shows what the card told until its details arrive", async ({ page }) => {
    await page.goto("/search?q=mug");
    const card = firstCard(page);
    const title = (await card.getByRole("heading").textContent()) ?? "";
    const release = await holdProducts(page);
    await card.getByRole("link").first().click();
    const main = page.getByRole("main");
    await expect(main).toHaveAttribute("aria-busy", "true");
    await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(main.locator("[aria-live=polite]").first()).toContainText("$");
    const picture = main.getByRole("group").getByRole("img").first();
    await expect(picture).toBeVisible();
    const place = await picture.boundingBox();
    // The element stays, so that nothing is loaded or drawn again.
    const element = await picture.elementHandle();
    release();
    await expect(main).not.toHaveAttribute("aria-busy");
    await expect(main.getByRole("button", { name: "Add to cart" }).first()).toBeVisible();
    expect(await picture.boundingBox()).toEqual(place);
    expect(await element.evaluate((image) => image.isConnected)).toBe(true);
  });

  test("can be added to the cart before its details arrive", async ({ page }) => {
    // A product without options.
    await page.goto("/search?q=butter+knife");
    const card = page.getByRole("article").filter({ hasText: "Butter knife" }).first();
    const title = (await card.getByRole("heading").textContent()) ?? "";
    const release = await holdProducts(page);
    await card.getByRole("link").first().click();
    const main = page.getByRole("main");
    await expect(main).toHaveAttribute("aria-busy", "true");
    await main.getByRole("button", { name: "Add to cart" }).first().click();
    const cart = page.getByRole("dialog", { name: "Cart" });
    await expect(cart.getByRole("link", { name: title })).toBeVisible();
    release();
    await expect(cart.locator("[data-pending]")).toHaveCount(0);
    await expect(cart.getByRole("link", { name: title })).toBeVisible();
  });
});

test("adding to the cart shows the line at once, and takes it back with a message", async ({
  page,
}) => {
  await page.goto("/search?q=mug");
  const main = page.getByRole("main");
  const title = (await firstCard(page).getByRole("heading").textContent()) ?? "";
  await firstCard(page).getByRole("link").first().click();
  await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
  let answerNow: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route("**/api/carts/guest", async (route) => {
    await refused;
    await route.fulfill(refuse(409));
  });
  await main.getByRole("button", { name: "Add to cart" }).first().click();
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart.getByRole("link", { name: title })).toBeVisible();
  answerNow();
  await expect(cart).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: /./ }).first()).toBeVisible();
});

test("a link under the pointer is loaded before the click, a private page is not", async ({
  page,
}) => {
  await page.goto("/search?q=mug");
  await expect(page.locator("html[data-prefetch=client]")).toBeAttached();
  const details = page.waitForRequest((request) => PRODUCT.test(new URL(request.url()).pathname));
  await firstCard(page).getByRole("link").first().hover();
  await details;
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).hover();
  await expect.poll(() => requested.some((path) => /\/cart-[^/]+\.js$/.test(path))).toBe(true);
  expect(requested.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("Back restores a filtered page of a list in its place, without loading it again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto("/search?sort=price&page=2");
  const card = page.getByRole("article").nth(5);
  await expectStarted(page);
  const link = card.getByRole("link").first();
  // As the click will.
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const place = await page.evaluate(() => window.scrollY);
  await link.click();
  await expect(page).toHaveURL(/\/products\//);
  await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goBack();
  await expect(page).toHaveURL("/search?sort=price&page=2");
  await expect(card).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  expect(requested.filter((url) => url.includes("/api/products?"))).toEqual([]);
});

interface Cards {
  /** Name, place and picture of each card on the screen. */
  shown: string[];
  count: number;
}

interface Watched {
  /** Reads the cards of the list that the page shows. */
  readCards: () => Cards;
  /** The same of the first frame with a list since `watchFrames` was called. */
  firstCards?: Cards;
  watchFrames: () => void;
}

/** Runs in the page. */
function installCardReader() {
  const readCards = () => {
    const all = [...document.querySelectorAll("main article:has(> h2)")];
    const shown = all.flatMap((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      const isShown = bottom > 0 && top < innerHeight;
      const picture = card.querySelector("img")?.src;
      return isShown
        ? [`${card.querySelector("h2")?.textContent} ${Math.round(top)} ${picture}`]
        : [];
    });
    return { shown, count: all.length };
  };
  const watchFrames = () =>
    requestAnimationFrame(() => {
      const firstCards = readCards();
      if (firstCards.count === 0) watchFrames();
      else Object.assign(window, { firstCards });
    });
  Object.assign(window, { readCards, watchFrames });
}

test("the first frame after Back from other pages has the cards on the screen in their place, later ones the others", async ({
  page,
}) => {
  await page.addInitScript(installCardReader);
  const readCards = () => page.evaluate(() => (window as unknown as Watched).readCards());
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/c/collections/table");
  await expectStarted(page);
  const cards = page.getByRole("article");
  await cards.nth(15).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const left = await readCards();
  expect(left.shown.length).toBeGreaterThan(2);
  // Without scrolling to the link.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Cart/ })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page).toHaveURL("/cart");
  await page.evaluate(() => (window as unknown as Watched).watchFrames());
  await page.goBack();
  await expect(cards).toHaveCount(left.count);
  const first = await page.evaluate(() => (window as unknown as Watched).firstCards);
  expect(first?.shown).toEqual(left.shown);
  expect(first?.count).toBeLessThan(left.count);
  expect(await readCards()).toEqual(left);
});

/** Collects the page and the file of each picture that moves, at the moment when the browser starts it. */
async function collectMovedPictures(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        for (const image of document.querySelectorAll<HTMLImageElement>("main img"))
          if (getComputedStyle(image).viewTransitionName === "product-picture")
            moved.push(`${location.pathname} ${image.src.split("?")[0]}`);
      });
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

for (const motion of ["no-preference", "reduce"] as const) {
  test(`the picture of a card ${motion === "reduce" ? "does not move" : "moves"} to the product's page`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    const movedPictures = await collectMovedPictures(page);
    await page.goto("/search?q=mug");
    await expect(page.locator("html[data-prefetch=client]")).toBeAttached();
    const card = firstCard(page);
    const title = await page.title();
    const file = (
      await card
        .locator("img")
        .first()
        .evaluate((img: HTMLImageElement) => img.src)
    ).split("?")[0];
    await card.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/products\//);
    await expect(page.getByRole("main").getByRole("group").getByRole("img").first()).toBeVisible();
    const product = `${new URL(page.url()).pathname} ${file}`;
    await expect.poll(movedPictures).toEqual(motion === "reduce" ? [] : [product]);
    // Back shows the list at once.
    await page.goBack();
    await expect(card).toBeVisible();
    // Which it has once the router is there.
    await expect(page).toHaveTitle(title);
    expect(await movedPictures()).toEqual(motion === "reduce" ? [] : [product]);
  });
}
