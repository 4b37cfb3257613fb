import { expect, type Locator, type Page } from "@playwright/test";

/** Steps. */
const FAR = 120;

interface Focus {
  isHere: boolean;
  /** Whether the element is still in the page. */
  isThere: boolean;
  /** The beginning of what has the focus. */
  tag: string;
}

/**
 * Presses Tab until an element has the focus. It is looked for again only if it was drawn again: finding it
 * by its role and name reads the whole page.
 */
export async function tabTo(page: Page, element: Locator, far = FAR): Promise<void> {
  await expect(element).toBeVisible();
  let found = await element.elementHandle();
  const passed: string[] = [];
  for (let step = 0; step < far; step += 1) {
    const focus = await found.evaluate((one): Focus => {
      const active = document.activeElement;
      const copy = active?.cloneNode(false) as Element | undefined;
      const tag = copy?.outerHTML.slice(0, 90) ?? "";
      return { isHere: one === active, isThere: one.isConnected, tag };
    });
    if (focus.isHere) return;
    if (focus.isThere) {
      passed.push(focus.tag);
      await page.keyboard.press("Tab");
    } else found = await element.elementHandle();
  }
  throw new Error(
    `Tab does not reach ${String(element)}, but:\n  ${passed.slice(-5).join("\n  ")}`,
  );
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
