/**
 * Measures the product editor with 100 variants on a processor slowed down four times: the time from a
 * keystroke to its frame, and of a save. For a running demo shop, with Node.js 22.18 or newer, which reads TypeScript:
 *
 *   SHOP_URL=http://127.0.0.1:8000 SHOP_DATA_DIR=… STALLAGE_CHROMIUM=… node scripts/measure-editor.ts
 */
import { chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/backoffice/operator.ts";

const SLOWER = 4;
const KEYSTROKES = 40;

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

/** Milliseconds from each keystroke to the frame after it, in order. */
async function typeAndMeasure(page: Page): Promise<number[]> {
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
  const cell = page.locator('input[data-row="50"][data-column="0"]');
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  for (let count = 0; count < KEYSTROKES; count += 1) {
    await page.keyboard.type(String(count % 10));
    await page.waitForTimeout(100);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  return times.sort((one, other) => one - other);
}

const browser = await chromium.launch({
  executablePath: process.env["STALLAGE_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({
  baseURL: process.env["SHOP_URL"],
  viewport: { width: 1280, height: 900 },
});
await signIn(page);
const id = await createProduct(page);
const devtools = await page.context().newCDPSession(page);
await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
await page.goto(`/backoffice/products/${id}`);
await page.locator('input[data-row="99"]').first().waitFor();
const times = await typeAndMeasure(page);
const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
console.log(`Keystroke to frame: median ${at(0.5)} ms, 95% ${at(0.95)} ms, most ${at(1)} ms`);

await page.locator('input[data-row="50"][data-column="0"]').fill("26");
const [response] = await Promise.all([
  page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().includes("/products/"),
  ),
  page.keyboard.press("ControlOrMeta+s"),
]);
const timing = response.request().timing();
await response.finished();
console.log(
  `Save: ${response.status()}, ${Math.round(response.request().timing().responseEnd - timing.requestStart)} ms`,
);
await browser.close();
