import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { startEmptyShop } from "./emptyShop";
import { createOwner, signOwnerIn } from "./firstOwner";
import { placedOrder } from "./guestOrder";
import { pointer } from "./hands";
import { signIn } from "./operator";

const PASSPHRASE = "correct horse battery";
/** A process of its own writes, checks and imports an archive. */
const WORK = { timeout: 240_000 };

/** Exports the shop of the journeys with its key to a file. */
async function exportShop(page: Page, path: string): Promise<void> {
  await signIn(page);
  await page.goto("/backoffice/settings/data");
  await page.getByLabel("Passphrase (optional)").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Export the whole shop" }).click();
  const newest = page.getByRole("list", { name: "Archives" }).getByRole("listitem").first();
  await expect(newest.getByText("Ready")).toBeVisible(WORK);
  await expect(newest).toContainText("with the key");
  const download = page.waitForEvent("download");
  await newest.getByRole("button", { name: "Download" }).click();
  await (await download).saveAs(path);
  await newest.getByRole("button", { name: "Delete file" }).click();
  await expect(newest.getByText("Deleted", { exact: true })).toBeVisible();
}

test.use({ actionTimeout: 30_000 });

test("a shop is exported, and brought into an empty one", async ({ page, browser }, info) => {
  test.setTimeout(900_000);
  const archive = info.outputPath("shop.tar");
  const order = await placedOrder(page);
  await exportShop(page, archive);
  const shop = await startEmptyShop();
  try {
    const owner = await (await browser.newContext()).newPage();
    const secret = await createOwner(owner, pointer, shop.link);
    await owner.getByRole("link", { name: "Bring it in from an archive" }).click();
    await expect(owner.getByRole("button", { name: "Choose an archive" })).toBeVisible();
    await owner.getByLabel("Archive", { exact: true }).setInputFiles(archive);
    const contents = owner.getByRole("region", { name: "What the archive contains" });
    await expect(contents).toBeVisible(WORK);
    await expectAccessible(owner);

    await owner.getByLabel("Passphrase of the archive").fill("not the passphrase");
    await owner.getByRole("button", { name: "Import this shop" }).click();
    await expect(owner.getByText("The passphrase is wrong.")).toBeVisible();
    await owner.getByLabel("Passphrase of the archive").fill(PASSPHRASE);
    await owner.getByRole("button", { name: "Import this shop" }).click();
    await expect(owner.getByRole("heading", { name: "Importing the shop" })).toBeVisible();
    // It goes on without the page, and the page finds it again.
    await owner.reload();
    await expect(owner.getByRole("heading", { name: "The shop is here" })).toBeVisible(WORK);
    await expect(owner.getByText("All sums of stock and money are right.")).toBeVisible();
    await expectAccessible(owner);

    await owner.getByRole("link", { name: "Sign in" }).click();
    await signOwnerIn(owner, secret);
    await owner.goto(`${shop.address}/backoffice/orders`);
    await owner.getByRole("link", { name: order }).first().click();
    await expect(owner.getByRole("heading", { level: 1 })).toContainText(order);
    await expect(owner.getByText("Tomas Berg").first()).toBeVisible();
    await owner.goto(`${shop.address}/backoffice/settings/data/import`);
    await expect(owner.getByText("This shop has products, customers, orders")).toBeVisible();
  } finally {
    await shop.stop();
  }
});
