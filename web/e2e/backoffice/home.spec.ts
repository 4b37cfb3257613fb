import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

const preview = (page: Page) => page.frameLocator("iframe");

/** Waits until the preview shows what is in the fields. */
async function previewed(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy='false'] iframe")).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved and published").last()).toBeVisible();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
}

/** Whether the home page that shoppers get is composed of sections. */
async function isComposed(page: Page): Promise<boolean> {
  const response = await page.request.get("/api/home");
  const { output } = (await response.json()) as { output: { sections: unknown } };
  return output.sections !== null;
}

test("a draft of the home page is in the preview only", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/home");
  await page.getByRole("button", { name: "Compose home page" }).click();
  await previewed(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("menuitem", { name: "Text", exact: true }).click();
  await page.getByLabel("Title", { exact: true }).fill("Made by hand");
  await expect(preview(page).getByRole("heading", { name: "Made by hand" })).toBeVisible();
  expect(await isComposed(page)).toBe(false);
});

test("sections moved with keys are published, and taken back", async ({ page, browser }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/home");
  await page.getByRole("button", { name: "Compose home page" }).click();
  await page.getByRole("button", { name: "Move Journal" }).focus();
  await page.keyboard.press("Home");
  const sections = page.getByRole("list", { name: "Sections" });
  await expect(sections.getByRole("listitem").first()).toContainText("Journal");
  await save(page);
  const shopper = await browser.newPage();
  await shopper.goto("/");
  await expect(shopper.locator("main h2").first()).toHaveText("From the blog");
  await shopper.close();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Back to the automatic page" }).click();
  await save(page);
  expect(await isComposed(page)).toBe(false);
});

test("the bar and a menu are on every page once they are saved", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/announcement");
  await page.getByLabel("Text", { exact: true }).fill("Free delivery this week");
  await expect(preview(page).getByText("Free delivery this week")).toBeVisible();
  await previewed(page);
  await expectAccessible(page);
  await save(page);

  await page.goto("/backoffice/storefront/menus");
  await page.getByRole("button", { name: "Edit menu" }).click();
  await page.getByRole("button", { name: "Add link", exact: true }).click();
  await page.getByLabel("Label").fill("Questions");
  await page.getByRole("combobox", { name: "Leads to" }).click();
  await page.getByRole("option", { name: "Address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("/faqs");
  await page.getByRole("button", { name: "Move Questions" }).focus();
  await page.keyboard.press("Home");
  await expect(preview(page).getByRole("link", { name: "Questions" })).toBeVisible();
  await previewed(page);
  await expectAccessible(page);
  await save(page);

  const shopper = await page.context().newPage();
  await shopper.goto("/faqs");
  const bar = shopper.getByRole("region", { name: "Announcement" });
  await expect(bar).toContainText("Free delivery this week");
  await expect(
    shopper
      .getByRole("navigation", { name: "Categories" })
      .getByRole("link", { name: "Questions" }),
  ).toHaveAttribute("href", "/faqs");
  await expectAccessible(shopper);
  await bar.getByRole("button", { name: "Close announcement" }).click();
  await expect(bar).toBeHidden();
  await shopper.reload();
  await expect(shopper.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();

  for (const [path, back] of [
    ["menus", "Back to the automatic menu"],
    ["announcement", "Remove the bar"],
  ] as const) {
    await page.goto(`/backoffice/storefront/${path}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: back }).click();
    await save(page);
  }
});
