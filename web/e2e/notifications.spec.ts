import { expect, test } from "@playwright/test";
import { signIn } from "./shopper";

test("a customer turns the newsletter on and off, and removes an alert", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "Notify me when the price drops" }).click();
  await expect(page.getByText(`We will email ${email} when the price drops.`)).toBeVisible();
  await page.goto("/user-profile/notifications");
  const newsletter = page.getByRole("checkbox", { name: /^Newsletter/ });
  await expect(newsletter).not.toBeChecked();
  await newsletter.click();
  await expect(page.getByText("You are subscribed to the newsletter.")).toBeVisible();
  await page.reload();
  await expect(newsletter).toBeChecked();
  await newsletter.click();
  await expect(page.getByText("You are unsubscribed from the newsletter.")).toBeVisible();

  const alerts = page.getByRole("list", { name: "Product alerts" });
  await expect(alerts.getByRole("link", { name: "Everyday mug" })).toBeVisible();
  await alerts.getByRole("button", { name: "Remove the alert for Everyday mug" }).click();
  await expect(page.getByText("No alerts.")).toBeVisible();
  await page.goto("/products/everyday-mug");
  await expect(page.getByRole("button", { name: "Notify me when the price drops" })).toBeVisible();
});

test("recently viewed products are removed one by one and cleared, for guests and customers", async ({
  page,
}) => {
  const view = async (slug: string, count: number) => {
    await page.goto(`/products/${slug}`);
    // A sign of the visitor starts the client, which stores what was viewed.
    await page.mouse.move(200, 300);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("recentlyViewedSkuIds")?.split(",")))
      .toHaveLength(count);
  };
  await view("everyday-mug", 1);
  await view("dinner-plate", 2);
  await view("round-mirror", 3);
  await signIn(page);
  await page.goto("/user-profile/recentlyViewed");
  const viewed = page.getByRole("main").getByRole("article");
  await expect(viewed).toHaveCount(3);
  const remove = page.getByRole("button", { name: "Remove Everyday mug from recently viewed" });
  await remove.click();
  await expect(viewed).toHaveCount(2);
  await page.reload();
  await expect(viewed).toHaveCount(2);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("No recently viewed products")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No recently viewed products")).toBeVisible();

  await page.goto("/");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await view("everyday-mug", 1);
  await page.goto("/");
  const row = page.getByRole("region", { name: "Recently viewed" });
  await expect(row.getByRole("article")).toHaveCount(1);
  await row.getByRole("button", { name: "Clear" }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("recentlyViewedSkuIds"))).toBeNull();
});
