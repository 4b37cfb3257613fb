import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { ofThisRun } from "../e2e/share.ts";
import { addShown, fillAddress, newEmail, placeOrder } from "../e2e/shopper.ts";

const run = promisify(execFile);
const folder = join(process.env["STALLAGE_REAL_DATA"] ?? "../../shared/data", "shopify-csv");
const files = readdirSync(folder).filter((name) => /\.csv(\.gz)?$/.test(name));

interface Card {
  slug: string;
  title: string;
}

function textOf(file: string): string {
  const content = readFileSync(join(folder, file));
  return (file.endsWith(".gz") ? gunzipSync(content) : content).toString();
}

for (const file of ofThisRun(files)) {
  test(`a guest orders a product of ${file}`, async ({ page, request }) => {
    // A busy machine takes minutes to import the largest of them.
    test.setTimeout(600_000);
    const text = textOf(file);
    await run(join(import.meta.dirname, "../../stallage"), ["import", join(folder, file)], {
      env: { ...process.env, STALLAGE_DATA_DIR: process.env["SHOP_DATA_DIR"] },
    });
    let found: Card | undefined;
    await expect
      .poll(
        async () => {
          const answer = await request.get("/api/products?sort=newest&inStock=true&pageSize=24");
          const { output } = (await answer.json()) as { output: { items: Card[] } };
          found = output.items.find((card) => text.includes(card.title));
          return found?.slug;
        },
        { timeout: 120_000 },
      )
      .toBeTruthy();
    const product = found as Card;
    await page.goto(`/search?q=${encodeURIComponent(product.title)}`);
    await page.getByRole("main").getByRole("link", { name: product.title }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
    await addShown(page);
    const drawer = page.getByRole("dialog", { name: "Cart" });
    await drawer.getByRole("button", { name: "Checkout" }).click();
    await page.getByLabel("Email").fill(newEmail());
    await fillAddress(page);
    await page.getByRole("radio", { name: "Cash on delivery" }).check();
    await placeOrder(page);
    await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
    await expect(page.getByText(product.title).first()).toBeVisible();
  });
}
