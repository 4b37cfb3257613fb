/**
 * Measures the back office's product screens on a processor slowed down four times: the time from a
 * keystroke to its frame, and from Ctrl+S until the screen says that it is saved. `python -m bench.editor`
 * runs it with a large shop. Writes JSON: names, with milliseconds in ascending order.
 *
 *   SHOP_URL, SESSION (the operator's cookie, NAME=VALUE), STALLAGE_CHROMIUM (optional)
 */
import { chromium, type Locator, type Page } from "@playwright/test";

const SLOWER = 4;
const KEYSTROKES = 40;
const SAVES = 20;
/** Between saves, so that what follows one is not in the time of the next. */
const PAUSE_MS = 1000;
const PATIENCE = 120_000;

type Times = Record<string, number[]>;

/** Creates a product with 10 × 10 variants; returns its id. */
async function createProduct(page: Page): Promise<number> {
  const session = await page.request.get("/api/admin/v1/session");
  const { output } = (await session.json()) as { output: { csrfToken: string } };
  const values = Array.from({ length: 10 }, (_, place) => String(place + 1));
  const variants = values.flatMap((size) =>
    values.map((colour) => ({
      options: [`Size ${size}`, `Colour ${colour}`],
      sku: `M-${size}-${colour}`,
      price: 2500,
      stock: { level: 5 },
    })),
  );
  const created = await page.request.post("/api/admin/v1/products", {
    headers: { "X-CSRF-Token": output.csrfToken, "Idempotency-Key": String(Date.now()) },
    data: { title: "Measured", optionNames: ["Size", "Colour"], variants },
  });
  return ((await created.json()) as { output: { id: number } }).output.id;
}

/** Notes the time from each keystroke to the frame that follows it. */
async function watchKeystrokes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        // The task after a frame begins once the frame was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

async function typed(page: Page, cell: Locator, keys: string): Promise<number[]> {
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  await page.evaluate(() => ((window as unknown as { times: number[] }).times.length = 0));
  for (let count = 0; count < KEYSTROKES; count += 1) {
    await page.keyboard.type(keys[count % keys.length] ?? "");
    await page.waitForTimeout(100);
  }
  return page.evaluate(() => [...(window as unknown as { times: number[] }).times]);
}

/** Saves new values; the time ends with the frame in which the save bar is gone. */
async function saved(page: Page, cell: Locator): Promise<number[]> {
  const times: number[] = [];
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  for (let count = 0; count < SAVES; count += 1) {
    await cell.fill(String(31 + count));
    await bar.waitFor();
    await page.evaluate(() => {
      const bar = document.querySelector('[role=region][aria-label="Unsaved changes"]');
      const done = new Promise<number>((resolve) => {
        window.addEventListener(
          "keydown",
          ({ timeStamp, key }) => {
            if (key !== "s") return;
            const look = () =>
              bar?.isConnected
                ? requestAnimationFrame(look)
                : resolve(performance.now() - timeStamp);
            requestAnimationFrame(look);
          },
          { capture: true },
        );
      });
      Object.assign(window, { done });
    });
    await page.keyboard.press("ControlOrMeta+s");
    times.push(await page.evaluate(() => (window as unknown as { done: Promise<number> }).done));
    await page.waitForTimeout(PAUSE_MS);
  }
  return times;
}

async function measureEditor(page: Page, times: Times): Promise<void> {
  const id = await createProduct(page);
  await page.goto(`/backoffice/products/${id}`);
  await page.locator('input[data-row="99"]').first().waitFor();
  await watchKeystrokes(page);
  const price = page.locator('input[data-row="50"][data-column="0"]');
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  times["editor of 100 variants: keystroke in a price"] = await typed(page, price, "0123456789");
  times["editor of 100 variants: keystroke in the title"] = await typed(page, title, "measured ");
  times["editor of 100 variants: save"] = await saved(page, price);
}

async function measureList(page: Page, times: Times): Promise<void> {
  const began = Date.now();
  await page.goto("/backoffice/products");
  const price = page.locator("tbody input[data-cell=price]").first();
  await price.waitFor();
  times["list: loading the page"] = [Date.now() - began];
  await watchKeystrokes(page);
  times["list: keystroke in a price"] = await typed(page, price, "0123456789");
  times["list: save"] = await saved(page, price);
  const search = page.getByPlaceholder("Title, SKU, barcode, tag");
  times["list: keystroke in the search"] = await typed(page, search, "oak bowl ");
}

const browser = await chromium.launch({
  executablePath: process.env["STALLAGE_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const baseURL = process.env["SHOP_URL"] ?? "";
const [name = "", value = ""] = (process.env["SESSION"] ?? "").split("=");
const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
await context.addCookies([{ name, value, url: baseURL }]);
const page = await context.newPage();
page.setDefaultTimeout(PATIENCE);
const devtools = await context.newCDPSession(page);
await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
const times: Times = {};
await measureEditor(page, times);
await measureList(page, times);
await browser.close();
for (const one of Object.values(times)) one.sort((first, second) => first - second);
console.log(JSON.stringify(times));
