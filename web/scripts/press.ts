import type { Locator } from "@playwright/test";

/** Milliseconds that a finger rests on what it presses. */
const PRESS = 80;

/**
 * Presses a control as a finger does. Playwright's own `tap` ends in the moment in which it begins, and looks up
 * what it hits by a listener in the page: the click would also take the time of the press and of this listener.
 */
export async function press(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error("The control is not shown.");
  const page = control.page();
  const devtools = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForTimeout(PRESS);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}
