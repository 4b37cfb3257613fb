import { expect, type Locator, type Page, test } from "@playwright/test";
import { answer, followFooter, navigateTo, withoutServerRendering } from "./frame";
import { ofThisRun } from "./share";
import { addToCart, signIn } from "./shopper";

test.slow();

interface Focused {
  /** One of each kind is enough: cards and links of a list look the same. */
  kind: string;
  name: string;
  /** The area of the element and its focus ring. */
  clip: { x: number; y: number; width: number; height: number };
}

/** Pixels around an element for its focus ring. */
const RING = 8;

/** Waits until the focused element and rows that scroll sideways stop moving. */
async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const place = () =>
      JSON.stringify([
        document.activeElement?.getBoundingClientRect(),
        [...document.querySelectorAll('[role="group"]')].map((row) => row.scrollLeft),
      ]);
    let before: string;
    do {
      before = place();
      await frame();
      await frame();
    } while (before !== place());
  });
}

/** The focused element; null at the end of the page. */
async function focusedElement(page: Page): Promise<Focused | null> {
  return page.evaluate((ring) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    // Tab scrolls only once: content that loads later may push the element out of view.
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    // The ring of a card's link is around the card, and that of a hidden input around its label.
    const drawnOn = [element, element.offsetParent, element.closest("label")];
    const boxes = drawnOn
      .filter((one) => one !== null && one !== document.body)
      .map((one) => (one as Element).getBoundingClientRect());
    const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - ring);
    const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - ring);
    const right = Math.min(innerWidth, Math.max(...boxes.map((box) => box.right)) + ring);
    const bottom = Math.min(innerHeight, Math.max(...boxes.map((box) => box.bottom)) + ring);
    const label = element.getAttribute("aria-label") ?? element.textContent;
    return {
      kind: `${element.tagName} ${element.className} ${element.parentElement?.className ?? ""}`,
      name: label.trim().slice(0, 40),
      clip: { x: left, y: top, width: right - left, height: bottom - top },
    };
  }, RING);
}

/** A screenshot of an area, after pending changes are drawn. */
async function picture(page: Page, clip: Focused["clip"]): Promise<Buffer> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.screenshot({ clip, animations: "disabled", caret: "hide" });
}

/** Two equal screenshots in a row: the first may still show an earlier frame on a busy machine. */
async function surePicture(page: Page, clip: Focused["clip"]): Promise<Buffer> {
  let before = await picture(page, clip);
  for (;;) {
    const now = await picture(page, clip);
    if (now.equals(before)) return now;
    before = now;
  }
}

/** Whether the focused element looks different without the focus. */
async function changesWhenFocused(
  page: Page,
  focused: Focused,
  look: typeof picture = picture,
): Promise<boolean> {
  const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  for (;;) {
    const before = await look(page, focused.clip);
    await element.evaluate((one) => one.blur());
    const blurred = await look(page, focused.clip);
    await element.evaluate((one) => one.focus({ preventScroll: true }));
    const after = await look(page, focused.clip);
    // If these differ, something else has changed too, such as a picture that was loaded.
    if (!before.equals(after)) continue;
    if (!before.equals(blurred)) return true;
    return look === picture && changesWhenFocused(page, focused, surePicture);
  }
}

test("every route gets the server's head markup on a navigation; private pages are not indexed", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  const robots = page.locator('head meta[name="robots"][data-page-head]');
  await expect(robots).toHaveCount(0);
  for (const [path, title] of [
    ["/cart", "Cart"],
    ["/checkout", "Checkout"],
    ["/user-profile", "Profile"],
    ["/user-profile/addresses", "Addresses"],
    ["/user-profile/wishlist", "Wishlist"],
    ["/user-profile/wallet", "Wallet"],
    ["/user-profile/orders", "Orders"],
    ["/user-profile/recentlyViewed", "Recently viewed"],
    ["/user-profile/privacy", "Sign-in and privacy"],
    ["/support-ticket", "Support tickets"],
    ["/order-detail/SO-2222-2222", "Order SO-2222-2222"],
    ["/find-order", "Find your order"],
    ["/withdraw", "Withdraw from contract"],
    ["/your-data", "Your data"],
  ] as const) {
    const headRequest = page.waitForRequest(/\/api\/head\?/);
    await navigateTo(page, `${path}?key=secret`);
    expect(new URL((await headRequest).url()).searchParams.get("path")).toBe(path);
    await expect(page).toHaveTitle(`${title} | Kiln & Grain`);
    await expect(robots).toHaveAttribute("content", "noindex");
    await expect(page.locator("head title")).toHaveCount(1);
    await followFooter(page, "FAQs");
    await expect(page).toHaveTitle("FAQs | Kiln & Grain");
    await expect(robots).toHaveCount(0);
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute("href", /\/faqs$/);
  }
});

test("links to the shop in operators' texts are client-side navigations; the browser follows all others", async ({
  page,
  context,
}) => {
  await withoutServerRendering(page);
  await page.route("**/api/company-details/returnAndExchangePolicy", (route) =>
    route.fulfill(
      answer({
        title: "Returns",
        content: `<p><a href="/faqs">questions</a> <a href="/faqs#top">with a hash</a>
          <a href="#here">here</a> <a href="/feeds/blog.xml">the feed</a>
          <a href="/faqs" target="_blank">elsewhere</a> <a href="/media/a.webp" download>a file</a>
          <a href="https://example.com/">outside</a></p>
          <p id="here">Here.</p>`,
      }),
    ),
  );
  await page.route("https://example.com/", (route) => route.fulfill({ body: "outside" }));
  const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const open = async () => {
    await page.goto("/return-and-exchange");
    await expect(link("questions")).toBeVisible();
    await page.evaluate(() => (document.body.dataset["same"] = "yes"));
  };
  const same = () => page.evaluate(() => document.body.dataset["same"] === "yes");
  await open();
  await link("questions").click();
  await expect(page).toHaveURL("/faqs");
  await expect(page.getByRole("heading", { level: 1, name: /Frequently/ })).toBeVisible();
  expect(await same()).toBe(true);
  await page.goBack();
  await link("with a hash").click();
  await expect(page).toHaveURL("/faqs#top");
  expect(await same()).toBe(true);
  await page.goBack();
  await link("here").click();
  await expect(page).toHaveURL("/return-and-exchange#here");
  expect(await same()).toBe(true);

  for (const [name, options] of [
    ["questions", { modifiers: ["ControlOrMeta" as const] }],
    ["questions", { button: "middle" as const }],
    ["elsewhere", {}],
  ] as const) {
    const opened = context.waitForEvent("page");
    await link(name).click(options as Parameters<Locator["click"]>[0]);
    const tab = await opened;
    await expect(tab).toHaveURL(/\/faqs$/);
    await tab.close();
    await expect(page).toHaveURL("/return-and-exchange#here");
  }
  await link("outside").click();
  await expect(page).toHaveURL("https://example.com/");
  await open();
  const feed = page.waitForRequest("**/feeds/blog.xml");
  await link("the feed")
    .click()
    .catch(() => undefined);
  expect((await feed).isNavigationRequest()).toBe(true);
});

test.describe("the focus", () => {
  for (const path of ofThisRun([
    "/",
    "/c/collections/table",
    "/products/everyday-mug",
    "/cart",
    "/login",
    "/faqs",
  ])) {
    test(`is visible at ${path}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (path === "/cart") await addToCart(page);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      const invisible: string[] = [];
      const seen = new Set<string>();
      for (let step = 0; step < 150; step += 1) {
        // Buttons of a row appear and disappear while it scrolls.
        await waitForStillness(page);
        await page.keyboard.press("Tab");
        const kind = (await focusedElement(page))?.kind;
        if (kind === undefined) break;
        if (seen.has(kind)) continue;
        seen.add(kind);
        await waitForStillness(page);
        const focused = await focusedElement(page);
        if (focused?.kind !== kind) throw new Error(`The page took the focus away from ${kind}.`);
        if (!(await changesWhenFocused(page, focused)))
          invisible.push(`${focused.kind}: ${focused.name}`);
      }
      expect(seen.size).toBeGreaterThan(5);
      expect(invisible).toEqual([]);
    });
  }
});
