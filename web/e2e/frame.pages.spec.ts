import { expect, type Locator, type Page, test } from "@playwright/test";
import { answer, followFooter, navigateTo } from "./frame";
import { addToCart, signIn } from "./shopper";

test.slow();

/** Whether what is on the screen is another while the focused element has the focus. */
async function changesWhenFocused(page: Page, looks = 3): Promise<boolean> {
  const focused = await page.screenshot({ animations: "disabled", caret: "hide" });
  const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await element.evaluate((one) => one.blur());
  const blurred = await page.screenshot({ animations: "disabled", caret: "hide" });
  const again = await page.screenshot({ animations: "disabled", caret: "hide" });
  await element.evaluate((one) => one.focus({ preventScroll: true }));
  // A picture that loads meanwhile is no sign of the focus: look again.
  if (!blurred.equals(again)) return changesWhenFocused(page, looks);
  if (!focused.equals(blurred)) return true;
  // What was not drawn in time on a busy machine is seen at the next look.
  return looks > 1 && changesWhenFocused(page, looks - 1);
}

test("every route has the shop's head markup on a navigation, private ones kept out of search engines", async ({
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
    const asked = page.waitForRequest(/\/api\/head\?/);
    await navigateTo(page, `${path}?key=secret`);
    expect(new URL((await asked).url()).searchParams.get("path")).toBe(path);
    await expect(page).toHaveTitle(`${title} | Kiln & Grain`);
    await expect(robots).toHaveAttribute("content", "noindex");
    await expect(page.locator("head title")).toHaveCount(1);
    await followFooter(page, "FAQs");
    await expect(page).toHaveTitle("FAQs | Kiln & Grain");
    await expect(robots).toHaveCount(0);
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute("href", /\/faqs$/);
  }
});

test("links in the shop's texts are navigations inside it; all others are the browser's", async ({
  page,
  context,
}) => {
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
  for (const path of [
    "/",
    "/c/collections/table",
    "/products/everyday-mug",
    "/cart",
    "/login",
    "/faqs",
  ]) {
    test(`is visible at ${path}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (path === "/cart") await addToCart(page);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await page.waitForLoadState("networkidle");
      const invisible: string[] = [];
      const seen = new Set<string>();
      for (let step = 0; step < 150; step += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const { x, y, width, height } = element.getBoundingClientRect();
          const label = element.getAttribute("aria-label") ?? element.textContent;
          return {
            // One of a kind is enough: cards and links of a list look the same.
            kind: `${element.tagName} ${element.className} ${element.parentElement?.className ?? ""}`,
            name: label.trim().slice(0, 40),
            box: { x: x - 8, y: y - 8, width: width + 16, height: height + 16 },
          };
        });
        if (focused === null) break;
        if (seen.has(focused.kind)) continue;
        seen.add(focused.kind);
        if (!(await changesWhenFocused(page))) invisible.push(`${focused.kind}: ${focused.name}`);
      }
      expect(seen.size).toBeGreaterThan(5);
      expect(invisible).toEqual([]);
    });
  }
});
