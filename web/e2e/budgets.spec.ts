import { join } from "node:path";
import { expect, type Response, test } from "@playwright/test";
import { FIRST_VISIT } from "./frame";
import { filesOf, readBudgets } from "../scripts/budgets";

const DIST = join(import.meta.dirname, "../dist");
const PAGES = { home: "/", productList: "/c/collections/table", search: "/search?q=lamp" } as const;

const budgets = readBudgets();
const pathOf = (response: Response) => new URL(response.url()).pathname;

/** Kilobytes of the bodies of responses, as they were sent. */
async function kilobytes(responses: readonly Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000;
}

test.use({ storageState: FIRST_VISIT });

for (const [name, address] of Object.entries(PAGES)) {
  test(`a first visit to ${name} loads what its budget counts, and nothing else`, async ({
    page,
  }) => {
    const budget = budgets.pages[name];
    if (budget === undefined) throw new Error(`There is no budget for ${name}.`);
    const counted = [...filesOf(budget.route, DIST, budgets)].map((file) => `/${file}`).sort();
    const responses: Response[] = [];
    page.on("response", (response) => responses.push(response));

    await page.clock.install();
    await page.goto(address);
    // The client starts by itself after some seconds, which do not pass here.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.waitForLoadState("networkidle");
    expect(responses.map(pathOf).filter((path) => path.endsWith(".js"))).toEqual([]);
    await page.clock.resume();
    await page.mouse.move(100, 300);
    await expect(page.locator("main:not([aria-busy=true])")).toBeVisible();
    // Modules that load when the browser is idle come last.
    await expect
      .poll(() => counted.filter((file) => !responses.some((one) => pathOf(one) === file)))
      .toEqual([]);
    await page.waitForLoadState("networkidle");

    // The home page has steps for the operator on the machine that serves the shop.
    const assets = responses.filter((response) =>
      /\/(?!NextSteps-)[^/]+\.(js|css)$/.test(pathOf(response)),
    );
    expect([...new Set(assets.map(pathOf))].sort()).toEqual(counted);
    const ofKind = (ending: string) => assets.filter((one) => pathOf(one).endsWith(ending));
    expect(await kilobytes(ofKind(".js"))).toBeLessThanOrEqual(budget.javascript);
    expect(await kilobytes(ofKind(".css"))).toBeLessThanOrEqual(budget.css);
    const documents = responses.filter((one) => one.request().resourceType() === "document");
    expect(await kilobytes(documents)).toBeLessThanOrEqual(budgets.html);
    // The other subset is for characters that no English text has.
    expect(responses.map(pathOf).filter((path) => path.endsWith(".woff2"))).toEqual([
      expect.stringContaining("latin-wght-normal"),
    ]);
  });
}
