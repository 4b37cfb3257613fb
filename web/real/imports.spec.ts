import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { startEmptyShop } from "../e2e/backoffice/emptyShop.ts";
import { acceptInvitation, createOperatorOf } from "../e2e/backoffice/operator.ts";

const run = promisify(execFile);
const STALLAGE = join(import.meta.dirname, "../../stallage");
/** The exit status if some rows were refused. */
const SOME_REFUSED = 2;
const data = process.env["STALLAGE_REAL_DATA"] ?? "../../shared/data";
const files = [
  ...readdirSync(join(data, "shopify-csv"))
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .map((name) => join(data, "shopify-csv", name)),
  join(data, "other-shop-formats", "woocommerce_sample_products.csv"),
];

/** How many rows a file has, and what became of its products. */
interface Counts {
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
}

/** The counts that the command reports for a file, in a shop of its own. */
async function countsOfCommand(folder: string, file: string): Promise<Counts> {
  const report = join(folder, "report.json");
  const env = { ...process.env, STALLAGE_DATA_DIR: join(folder, "shop") };
  try {
    await run(STALLAGE, ["import", file, "--report", report], { env });
  } catch (error) {
    if ((error as { code?: unknown }).code !== SOME_REFUSED) throw error;
  }
  const { rows, products, refused } = JSON.parse(await readFile(report, "utf8")) as {
    rows: number;
    products: Pick<Counts, "created" | "changed" | "unchanged">;
    refused: unknown[];
  };
  return { rows, ...products, refused: refused.length };
}

/** A figure that a panel shows; 0 if it shows none. */
async function figure(page: Page, panel: string, label: string): Promise<number> {
  const value = page
    .getByRole("region", { name: panel, exact: true })
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd[1]");
  return (await value.count()) > 0 ? Number((await value.textContent())?.replaceAll(",", "")) : 0;
}

/** Imports a file on the screen; returns what it shows afterwards. */
async function countsOfScreen(page: Page, file: string): Promise<Counts> {
  await page.goto("/backoffice/imports");
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: /^Import \d/ }).click();
  await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();
  return {
    rows: await figure(page, "File", "Rows"),
    created: await figure(page, "Summary", "Created"),
    changed: await figure(page, "Summary", "Changed"),
    unchanged: await figure(page, "Summary", "Unchanged"),
    refused: await figure(page, "Summary", "Errors"),
  };
}

test("files imported in the browser give the counts of the command", async ({ browser }) => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), "stallage-imports-"));
  const shop = await startEmptyShop();
  const page = await browser.newPage({ baseURL: shop.address });
  page.setDefaultTimeout(60_000);
  try {
    const email = "imports@example.com";
    await acceptInvitation(page, email, createOperatorOf(shop, email));
    for (const file of files) {
      const expected = await countsOfCommand(folder, file);
      expect(expected.created, file).toBeGreaterThan(0);
      expect(await countsOfScreen(page, file), file).toEqual(expected);
    }
  } finally {
    await page.close();
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
