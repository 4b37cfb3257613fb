/** Enlarged to 200 % or 400 %, a window of 1280 by 900 pixels is as wide as a small phone, and lower. */
import { expect, type Page, test } from "@playwright/test";
import { layoutProblems } from "../layout";
import { addToCart, advanceOrder, fillAddress, orderCash, signIn } from "../shopper";

test.slow();

const ENLARGED = { width: 640, height: 450 };
const MOST_STOPS = 150;

/** What Tab reaches and the window does not show, from the start of the page to its end. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A control that is drawn by its label.
      const drawn = element.matches("input") ? (element.closest("label") ?? element) : element;
      const { left, right, top, bottom } = drawn.getBoundingClientRect();
      // A link may be partly hidden in a row that scrolls.
      if (left < 0 || right > document.documentElement.clientWidth)
        return `${element.textContent} is cut off`;
      const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
      const above = document.elementFromPoint(x, y);
      const isShown = drawn.contains(above) || above?.contains(drawn) === true;
      const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
      return isShown ? "" : `${element.tagName} ${element.id} “${name}” at ${Math.round(y)}`;
    });
    if (found === null) return hidden;
    if (found !== "") hidden.push(found);
  }
  throw new Error(`Tab reaches more than ${MOST_STOPS} places.`);
}

async function expectUsable(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const problems = await layoutProblems(page, [320, ENLARGED.width]);
  // A date field has its button inside.
  const found = problems.filter((problem) => !problem.includes("Choose a date"));
  expect.soft(found, path).toEqual([]);
  for (const size of [ENLARGED, { width: 320, height: 640 }]) {
    await page.setViewportSize(size);
    expect.soft(await hiddenStops(page), `${path} at ${size.width} px`).toEqual([]);
  }
}

test("account pages are whole when enlarged, and the focus is seen", async ({ page }) => {
  await signIn(page);
  await addToCart(page, "everyday-bowl");
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  for (const path of [
    `/order-detail/${orderId}`,
    `/write-review/${orderId}`,
    `/support-ticket?new=1&order=${orderId}`,
    ...["orders", "profile", "addresses", "wallet", "notifications", "privacy"].map(
      (name) => `/user-profile/${name}`,
    ),
  ]) {
    await expectUsable(page, path);
  }
  await page.goto(`/write-review/${orderId}`);
  const title = await page.getByRole("heading", { name: "Everyday bowl" }).boundingBox();
  const write = page.getByRole("button", { name: "Write a review" });
  expect((await write.first().boundingBox())?.x).toBe(title?.x);
  await page.setViewportSize({ width: 1280, height: 900 });
  const heights = await write.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
});

test("in a low window the bar at the foot gives its room to the page", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 640 });
  await page.goto("/products/everyday-mug");
  const bar = page.getByRole("navigation", { name: "Main", exact: true });
  const wishlist = page.getByRole("banner").getByRole("link", { name: "Wishlist" });
  await expect(bar).toBeVisible();
  await expect(wishlist).toBeHidden();
  await page.setViewportSize(ENLARGED);
  await expect(bar).toBeHidden();
  await expect(wishlist).toBeVisible();
  await page.setViewportSize({ width: 320, height: 256 });
  await page
    .getByRole("button", { name: /^Enlarge picture/ })
    .first()
    .press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1 of/)).toBeVisible();
  expect((await dialog.getByRole("img").boundingBox())?.height).toBeGreaterThan(140);
  await dialog.getByRole("button", { name: "Zoom in" }).focus();
  await expect(dialog.getByRole("button", { name: "Zoom in" })).toBeInViewport({ ratio: 1 });
});

test("cart and checkout are whole when enlarged, and the focus is seen", async ({ page }) => {
  await addToCart(page);
  await addToCart(page, "everyday-bowl");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await drawer.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
  // Beside a scrollbar, a window has less room than its width.
  expect((await drawer.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await expectUsable(page, "/cart");
  await expectUsable(page, "/checkout");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
  expect(await layoutProblems(page, [320])).toEqual([]);
  await fillAddress(page);
  expect(await layoutProblems(page, [320])).toEqual([]);
});
