import { join } from "node:path";
import { expect, type Response, test } from "@playwright/test";
import { FIRST_VISIT, openAtRest } from "./firstVisit";
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
    const counted = [...filesOf(budget, DIST, budgets)].map((file) => `/${file}`).sort();
    const responses: Response[] = [];
    page.on("response", (response) => responses.push(response));

    await openAtRest(page, address);
    expect(responses.map(pathOf).filter((path) => path.endsWith(".js"))).toEqual([]);
    // Their rules are in the page.
    const inPage = await page
      .locator("link[rel=stylesheet][disabled]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    await page.clock.resume();
    await page.mouse.move(100, 300, { steps: 2 });
    await expect(page.locator("main:not([aria-busy=true])")).toBeVisible();
    // Modules that load when the browser is idle come last.
    const missing = () =>
      counted.filter(
        (file) => !inPage.includes(file) && !responses.some((one) => pathOf(one) === file),
      );
    await expect.poll(missing).toEqual([]);
    await page.waitForLoadState("networkidle");

    // The home page has steps for the operator on the machine that serves the shop.
    const assets = responses.filter((response) =>
      /\/(?!NextSteps-)[^/]+\.(js|css)$/.test(pathOf(response)),
    );
    expect([...new Set([...inPage, ...assets.map(pathOf)])].sort()).toEqual(counted);
    const scripts = assets.filter((one) => pathOf(one).endsWith(".js"));
    expect(await kilobytes(scripts)).toBeLessThanOrEqual(budget.javascript);
    const documents = responses.filter((one) => one.request().resourceType() === "document");
    expect(await kilobytes(documents)).toBeLessThanOrEqual(budgets.html);
    // The other subset is for characters that no English text has.
    expect(responses.map(pathOf).filter((path) => path.endsWith(".woff2"))).toEqual([
      expect.stringContaining("hanken-grotesk-latin"),
    ]);
  });
}
