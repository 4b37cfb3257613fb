import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { withImportedFile } from "../e2e/importedShop.ts";
import { expectSoundShop } from "../e2e/layout.ts";
import { ofThisRun } from "../e2e/share.ts";

const folder = join(process.env["STALLAGE_REAL_DATA"] ?? "../../shared/data", "shopify-csv");
const files = readdirSync(folder).filter((name) => /\.csv(\.gz)?$/.test(name));
// Each has a separate shop.
test.describe.configure({ mode: "parallel" });

const CURRENCIES = ["USD", "KWD", "EUR"] as const;

interface Listed {
  output: { items: { slug: string; title: string }[] };
}

/** The products most likely to break a layout: the most expensive, and the longest title. */
async function hardest(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/api/products?sort=-price&pageSize=96`);
  const { items } = ((await answer.json()) as Listed).output;
  const [longest] = [...items].sort((one, other) => other.title.length - one.title.length);
  return [...new Set([items[0]?.slug, longest?.slug])].filter((slug) => slug !== undefined);
}

for (const [index, file] of ofThisRun([...files.entries()])) {
  test(`nothing overlaps or is cut off in ${file}`, async ({ page }) => {
    test.setTimeout(300_000);
    const settings = {
      STALLAGE_SHOP_NAME: "ACME",
      STALLAGE_CURRENCY: CURRENCIES[index % CURRENCIES.length] ?? "USD",
    };
    await withImportedFile([join(folder, file)], settings, async ({ address }) => {
      await expectSoundShop(page, address, await hardest(address));
    });
  });
}
