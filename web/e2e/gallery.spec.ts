import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";

const PRODUCT = "/products/tall-shoulder-vase";

function pictures(page: Page) {
  return page.getByRole("button", { name: /^Enlarge picture/ });
}

test("the gallery is used by keyboard alone, and returns the focus", async ({ page }) => {
  await page.goto(PRODUCT);
  await expect(pictures(page)).toHaveCount(5);
  // On a wide screen all pictures are there at once.
  await expect(page.getByRole("button", { name: "Show picture 2" })).toBeHidden();
  await pictures(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(pictures(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tall shoulder vase" });
  await expect(dialog.getByText("2 of 5")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText("3 of 5")).toBeVisible();
  const picture = dialog.locator("[aria-hidden='false'] > div");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(picture).toHaveCSS("transform", "matrix(2.25, 0, 0, 2.25, 0, 0)");
  await page.keyboard.press("ArrowDown");
  await expect(picture).toHaveCSS("transform", "matrix(2.25, 0, 0, 2.25, 0, -80)");
  await page.keyboard.press("0");
  await expect(picture).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 0)");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(pictures(page).nth(2)).toBeFocused();
});

test("a pointer zooms where it is, drags and swipes", async ({ page }) => {
  await page.goto(PRODUCT);
  await pictures(page).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 of 5")).toBeVisible();
  const zoomOut = dialog.getByRole("button", { name: "Zoom out" });
  await expect(zoomOut).toHaveAttribute("aria-disabled", "true");
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -400);
  await expect(zoomOut).toHaveAttribute("aria-disabled", "false");
  await page.mouse.click(640, 400);
  await expect(zoomOut).toHaveAttribute("aria-disabled", "true");
  await page.mouse.down();
  await page.mouse.move(400, 400, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByText("2 of 5")).toBeVisible();
});

test("pictures have the size that the screen needs and move nothing @phone", async ({ page }) => {
  await page.goto(PRODUCT);
  await expect(pictures(page).first().locator("img")).toHaveJSProperty("complete", true);
  const chosen = await pictures(page)
    .first()
    .locator("img")
    .evaluate((image: HTMLImageElement) => ({
      width: Number(/[?&]w=(\d+)/.exec(image.currentSrc)?.[1]),
      needed: image.clientWidth * devicePixelRatio,
      priority: image.fetchPriority,
    }));
  expect(chosen.priority).toBe("high");
  expect(chosen.width).toBeGreaterThanOrEqual(chosen.needed);
  // The next smaller width would be too small.
  const smaller = [160, 320, 480, 640, 768, 960, 1280, 1920].filter(
    (width) => width < chosen.width,
  );
  expect(smaller.at(-1) ?? 0).toBeLessThan(chosen.needed);
  await pictures(page).first().tap();
  await expect(page.getByRole("dialog").getByText("1 of 5")).toBeVisible();
  await expectAccessible(page);
});
