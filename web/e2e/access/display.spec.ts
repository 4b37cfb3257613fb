import { expect, test } from "@playwright/test";
import { expectStarted, moveMouse } from "../frame";

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

test("wider spacing of text cuts and covers nothing", async ({ page }) => {
  // Success criterion 1.4.12 of WCAG 2.2.
  await page.addInitScript(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(rules);
  });
  for (const path of ["/", "/c/collections/table", "/products/everyday-mug"]) {
    await page.goto(path);
    await moveMouse(page);
    await expectStarted(page);
    for (const width of [320, 390, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scrolled, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(width);
    }
  }
  await page.goto("/");
  await moveMouse(page);
  await expectStarted(page);
  for (const width of [320, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const action = await page.getByRole("link", { name: "Lay the table" }).boundingBox();
    const dots = await page.getByRole("button", { name: "Show highlight 1" }).boundingBox();
    expect((action?.y ?? 0) + (action?.height ?? 0)).toBeLessThanOrEqual(dots?.y ?? 0);
  }
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
