/**
 * Measures the processor time of interactions, which a busy machine changes little: what the main thread of
 * the page works from the input to the end of the next frame. Writes a line of JSON per measurement:
 * `{ shop, interaction, total, parts, styled }`, in milliseconds of this machine, which is not slowed down.
 *
 *   SHOPS (JSON: addresses by name, which take turns), RUNS, ONLY (part of an interaction's name), STALLAGE_CHROMIUM
 */
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { BROWSER } from "../e2e/browser.ts";
import { shopperContext, storedCart } from "./demoCart.ts";
import { BEGIN, CATEGORIES, END, workOf } from "./traceWork.ts";

const PATIENCE = 120_000;
/** Milliseconds that a person needs at least to see where something is before they press it. */
const LOOK = 700;
/** Milliseconds until a response: so that it arrives after the frame, as on a phone. */
const NETWORK = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
const LIST = "/c/collections/table";
const BARE = `<meta name="viewport" content="width=device-width"><style>.on { color: red }</style>
  <button onclick="this.classList.toggle('on')">Press</button>`;

type Measure = (interaction: string, act: () => Promise<unknown>) => Promise<void>;

async function openShopper(browser: Browser, shop: string): Promise<Page> {
  const context = await shopperContext(browser, shop, await storedCart(shop));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  return page;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(LOOK);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.locator("html[data-prefetch=client]").waitFor();
  await settle(page);
}

async function look(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await page.waitForTimeout(LOOK);
}

/** Marks the time from the next `popstate` until a frame shows this first heading. */
async function markBack(page: Page, heading: string): Promise<void> {
  await page.evaluate(
    ([begin, end, title]) => {
      const isShown = () =>
        [...document.querySelectorAll("main h1")].some(
          (one) => one.checkVisibility() && one.textContent.trim() === title,
        );
      const watch = () =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (isShown() ? performance.mark(end) : watch());
          port2.postMessage(null);
        });
      const start = () => {
        performance.mark(begin);
        watch();
      };
      addEventListener("popstate", start, { once: true, capture: true });
    },
    [BEGIN, END, heading] as const,
  );
}

async function useMenuAndSearch(page: Page, measure: Measure): Promise<void> {
  await page.setContent(BARE);
  await settle(page);
  await measure("floor: a bare button", () => page.getByRole("button").tap());
  await open(page, "/");
  const opener = page.getByRole("banner").getByRole("button", { name: "Menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (const time of ["first", "again"]) {
    await look(page, opener);
    await measure(`open the menu, ${time}`, () => opener.tap());
    await menu.waitFor();
    await settle(page);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
  }
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await field.tap();
  for (const key of "bow") await measure("type in the search", () => page.keyboard.press(key));
}

async function useList(page: Page, measure: Measure): Promise<void> {
  await open(page, LIST);
  await page.getByRole("button", { name: "Filters" }).tap();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  const facet = drawer.getByRole("checkbox", { name: /^Stoneware/ });
  await look(page, facet);
  await measure("choose a facet", () => facet.tap());
  await open(page, LIST);
  const card = page.getByRole("main").getByRole("article").first();
  const heart = card.getByRole("button", { name: "Add to wishlist" });
  await look(page, heart);
  await measure("heart of a card", () => heart.tap());
  await settle(page);
  const link = card.getByRole("link").first();
  const product = ((await link.textContent()) ?? "").trim();
  const list = ((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").trim();
  await look(page, link);
  await measure("open a product from a list", () => link.tap());
  const productHeading = page.getByRole("heading", { level: 1, name: product, exact: true });
  await productHeading.waitFor();
  await settle(page);
  const back = page.getByRole("main").getByRole("link", { name: `Back to ${list}` });
  await look(page, back);
  await measure("link back to the list", () => back.tap());
  await link.waitFor();
  await settle(page);
  await link.tap();
  await productHeading.waitFor();
  await settle(page);
  await markBack(page, list);
  await measure("the browser's Back", async () => {
    await page.goBack();
    await page.waitForFunction((end) => performance.getEntriesByName(end).length > 0, END);
  });
}

async function buy(page: Page, measure: Measure): Promise<void> {
  await open(page, "/products/everyday-mug");
  const main = page.getByRole("main");
  const heart = main.getByRole("button", { name: "Add to wishlist" }).first();
  await look(page, heart);
  await measure("wishlist heart", () => heart.tap());
  await settle(page);
  const add = page.getByRole("button", { name: "Add to cart", exact: true }).first();
  await look(page, add);
  await measure("add to cart", () => add.tap());
  await page.getByRole("dialog", { name: "Cart" }).waitFor();
  await open(page, "/cart");
  const more = main.getByRole("button", { name: "One more" }).first();
  await look(page, more);
  await measure("change a quantity", () => more.tap());
}

const shops = JSON.parse(process.env["SHOPS"] ?? "{}") as Record<string, string>;
const only = process.env["ONLY"] ?? "";
const browser = await chromium.launch(BROWSER);
for (let run = 0; run < Number(process.env["RUNS"] ?? 1); run += 1) {
  for (const [shop, address] of Object.entries(shops)) {
    const page = await openShopper(browser, address);
    const measure: Measure = async (interaction, act) => {
      if (!interaction.includes(only)) {
        await act();
        return;
      }
      await browser.startTracing(page, { categories: CATEGORIES });
      await act();
      await page.waitForTimeout(LOOK);
      console.log(JSON.stringify({ shop, interaction, ...workOf(await browser.stopTracing()) }));
    };
    await useMenuAndSearch(page, measure);
    await useList(page, measure);
    await buy(page, measure);
    await page.context().close();
  }
}
await browser.close();
