import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("the whole shop is exported, downloaded and deleted", async ({ page }) => {
  // A process of its own writes the archive.
  test.slow();
  await signIn(page);
  await page.goto("/backoffice/settings/data");
  await page.getByRole("button", { name: "Export the whole shop" }).click();
  const archives = page.getByRole("list", { name: "Archives" });
  const newest = archives.getByRole("listitem").first();
  await expect(newest.getByText("Ready")).toBeVisible({ timeout: 120_000 });
  await expect(newest).toContainText(/[1-9][\d,]* rows/);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await newest.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/^stallage-\d{8}-\d{4}\.tar$/);
  await (await download).delete();

  await newest.getByRole("button", { name: "Delete file" }).click();
  await expect(newest.getByText("Deleted", { exact: true })).toBeVisible();
  await expect(newest.getByRole("button")).toHaveCount(0);
});
