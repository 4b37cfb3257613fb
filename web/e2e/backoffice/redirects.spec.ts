import { expect, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

test("an old address leads to a page of the shop until the redirect is deleted", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/redirects");
  await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Shopify" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Add redirect" }).click();
  await page.getByLabel("Old address").fill("https://old.example/pages/Our-Questions/");
  await page.getByRole("combobox", { name: "New address" }).fill("https://elsewhere.example/");
  await page.getByRole("button", { name: "Create redirect" }).click();
  await expect(page.getByText("A redirect can only lead to a page of this shop.")).toBeVisible();
  await page.getByRole("combobox", { name: "New address" }).fill("/faqs");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create redirect" }).click();
  const link = page.getByRole("link", { name: "/pages/Our-Questions" });
  await expect(link).toBeVisible();

  const moved = await page.request.get("/pages/our-questions", { maxRedirects: 0 });
  expect([moved.status(), moved.headers()["location"]]).toEqual([301, "/faqs"]);

  await link.click();
  await expect(page.getByLabel("Old address")).toHaveValue("/pages/Our-Questions");
  await page.getByRole("button", { name: "Delete redirect" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Redirects" })).toBeVisible();
  await expect(link).toBeHidden();
  const gone = await page.request.get("/pages/our-questions", { maxRedirects: 0 });
  expect(gone.status()).toBe(404);
});
