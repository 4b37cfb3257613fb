import { expect, test } from "@playwright/test";

test("the theme of the system is followed where the shopper chose that", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/contact-us");
  const root = page.locator("html");
  const bar = page.locator('meta[name="theme-color"]');
  // Light unless chosen otherwise, whatever the device prefers.
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect(bar).toHaveAttribute("content", "#fff");
  await page.getByRole("button", { name: "Account" }).click();
  const choice = page.getByRole("group", { name: "Appearance" });
  await choice.getByRole("button", { name: "System" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(bar).toHaveAttribute("content", "#171513");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("system");
  await page.getByRole("button", { name: "Account" }).click();
  await expect(choice.getByRole("button", { name: "System" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("with reduced motion nothing moves by itself", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/products/everyday-mug"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((element) =>
        ["", "::before", "::after"].flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo || null);
          const moves =
            style.animationName !== "none" ||
            style.transitionDuration !== "0s" ||
            style.scrollBehavior !== "auto";
          return moves ? [`${element.tagName} ${element.className}${pseudo}`] : [];
        }),
      ),
    );
    expect(moving).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});
