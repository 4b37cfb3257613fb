/**
 * Measures pages and interactions of the storefront on a phone with a processor slowed down four times
 * and a slow network. `python -m bench.vitals` runs it. Writes a line of JSON per measurement:
 * `{ page, values }` or `{ interaction, milliseconds }`.
 *
 *   SHOP_URL, PAGES (JSON: paths by name), RUNS, STALLAGE_CHROMIUM
 */
import { chromium, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { shopperContext, storedCart } from "./demoCart.ts";
import { BROWSER } from "../e2e/browser.ts";
import { press } from "./press.ts";
import { installProbe } from "./vitalsProbe.ts";

const SLOWER = 4;
/** Lighthouse's "slow 4G", as it is applied by the browser: a round trip costs 3.75 times 150 ms. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const PATIENCE = 60_000;
/** Milliseconds that a person needs at least to see where something is before they press it. */
const LOOK = 500;
const LIST = "/c/collections/table";

const shop = process.env["SHOP_URL"] ?? "";
const cart = await storedCart(shop);
const browser = await chromium.launch(BROWSER);

/** A page of a new shopper, whose guest's cart has two products. */
async function openShopper(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await shopperContext(browser, shop, cart);
  await context.addInitScript(installProbe);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return { context, page };
}

/** Opens a page and waits until nothing loads any more, so that what follows is measured alone. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

async function measurePage(name: string, path: string): Promise<void> {
  const { context, page } = await openShopper();
  await open(page, path);
  const values = await page.evaluate(() => window.probe.page());
  console.log(JSON.stringify({ page: name, values }));
  await context.close();
}

/** Scrolls to a control, as a person does who is about to press it. */
async function look(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await page.waitForTimeout(LOOK);
}

/** Measures one interaction, and waits for what it must lead to. */
async function measure(
  page: Page,
  interaction: string,
  act: () => Promise<void>,
  outcome?: Locator,
): Promise<void> {
  const measured = await page.evaluateHandle(() => ({ time: window.probe.interaction() }));
  await act();
  const milliseconds = await measured.evaluate(({ time }) => time);
  await outcome?.waitFor();
  console.log(JSON.stringify({ interaction, milliseconds }));
}

async function measureMenu(page: Page): Promise<void> {
  await open(page, "/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const opener = page.getByRole("banner").getByRole("button", { name: "Menu" });
  await measure(page, "open the menu", () => press(opener), menu);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
}

async function measureSearch(page: Page): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await field.tap();
  for (const key of "bowl") {
    await measure(page, "type in the search", () => page.keyboard.press(key));
  }
  await page.getByRole("option").first().waitFor();
}

async function measureFacet(page: Page): Promise<void> {
  await open(page, LIST);
  await page.getByRole("button", { name: "Filters" }).tap();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  const facet = drawer.getByRole("checkbox", { name: /^Stoneware/ });
  await look(page, facet);
  const chosen = page.getByRole("checkbox", { name: /^Stoneware/, checked: true });
  await measure(page, "choose a facet", () => press(facet), chosen);
}

async function measureBack(page: Page): Promise<void> {
  await open(page, LIST);
  const list = (await page.getByRole("heading", { level: 1 }).textContent())?.trim() ?? "";
  const card = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  const product = (await card.textContent())?.trim() ?? "";
  const productHeading = page.getByRole("heading", { level: 1, name: product, exact: true });
  await look(page, card);
  await measure(page, "open a product from a list", () => press(card), productHeading);
  await page.waitForLoadState("networkidle");
  const back = page.getByRole("main").getByRole("link", { name: `Back to ${list}` });
  const listHeading = page.getByRole("heading", { level: 1, name: list, exact: true });
  await look(page, back);
  await measure(page, "link back to the list", () => press(back), listHeading);
  await card.tap();
  await productHeading.waitFor();
  const shown = await page.evaluateHandle(
    (heading) => ({ time: window.probe.historyChange(heading) }),
    list,
  );
  await page.goBack();
  const milliseconds = await shown.evaluate(({ time }) => time);
  console.log(JSON.stringify({ interaction: "the browser's Back", milliseconds }));
}

async function measureBuying(page: Page): Promise<void> {
  await open(page, "/products/everyday-mug");
  const main = page.getByRole("main");
  const heart = main.getByRole("button", { name: "Add to wishlist" }).first();
  const saved = main.getByRole("button", { name: "Remove from wishlist" }).first();
  await look(page, heart);
  await measure(page, "wishlist heart", () => press(heart), saved);
  const add = page.getByRole("button", { name: "Add to cart", exact: true }).first();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await look(page, add);
  await measure(page, "add to cart", () => press(add), drawer);
  await open(page, "/cart");
  const more = main.getByRole("button", { name: "One more" }).first();
  await look(page, more);
  await measure(page, "change a quantity", () => press(more));
}

const pages = JSON.parse(process.env["PAGES"] ?? "{}") as Record<string, string>;
for (let run = 0; run < Number(process.env["RUNS"] ?? 1); run += 1) {
  for (const [name, path] of Object.entries(pages)) await measurePage(name, path);
  const { context, page } = await openShopper();
  await measureMenu(page);
  await measureSearch(page);
  await measureFacet(page);
  await measureBack(page);
  await measureBuying(page);
  await context.close();
}
await browser.close();
