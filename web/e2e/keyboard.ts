import { expect, type Locator, type Page } from "@playwright/test";

const FAR = 120;

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let step = 0; step < FAR; step += 1) {
    if (await element.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(element)}.`);
}

/** Focuses an element by Tab and presses a key. */
export async function pressAt(page: Page, element: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** Focuses an element by Tab and types. */
export async function typeAt(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.type(text);
}
