import { expect, type Page, test } from "@playwright/test";
import { withoutMarkup } from "./frame";
import { addToCart, fillAddress, placeOrder, signIn } from "./shopper";

/** Serves every page in the pseudo-locale, like a shop with that locale. */
async function inPseudoLanguage(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = withoutMarkup(await response.text()).replace(
      '<html lang="en-US"',
      '<html lang="en-XA"',
    );
    return route.fulfill({ response, body });
  });
}

const ENTITIES = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** The texts between the tags of possible HTML. */
function textsIn(value: string): string[] {
  const decoded = (text: string) =>
    Object.entries(ENTITIES).reduce((so, [entity, sign]) => so.replaceAll(entity, sign), text);
  return value.split(/<[^>]*>/).map(decoded);
}

/** Collects every text in the server's responses, which is not a message of the client. */
function dataOf(page: Page): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    // A shopper's text may look like HTML and is shown unchanged.
    if (typeof value === "string") texts.push(value, ...textsIn(value));
    else if (typeof value === "object" && value !== null) {
      Object.values(value).forEach(collect);
    }
  };
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("json") !== true) return;
    // A response for a page that was left has no body any more, and is not shown.
    response.json().then(collect, () => undefined);
  });
  return texts;
}

/** Every text that a page shows or announces. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const inside = node.parentElement?.closest("script, style, noscript");
      if (!inside) found.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "placeholder", "title", "alt", "aria-roledescription"]) {
      document.body.querySelectorAll(`[${name}]`).forEach((element) => {
        found.push(element.getAttribute(name) ?? "");
      });
    }
    return found;
  });
}

const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
/** Texts that the browser formats by locale: days, months, amounts, lists. */
const BY_LOCALE =
  /\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|and|am|pm)[a-z]*\b/gi;
/** Words that are the same in every language: ARIA descriptions of a carousel. */
const ROLES = new Set(["carousel", "slide"]);
/** Words from which on a text may be part of a longer one, such as a paragraph of an article. */
const A_SENTENCE = 3;

/** The texts of a page that are neither messages nor from the server's responses. */
async function hardCoded(page: Page, data: readonly string[]): Promise<string[]> {
  const known = new Set(data.map(plain));
  const prose = [...known].join(" | ");
  const isKnown = (part: string) =>
    known.has(part) ||
    part.split(" ").every((word) => known.has(word) || /^\d+$/.test(word)) ||
    !/\p{L}{2,}/u.test(part.replace(BY_LOCALE, "")) ||
    (part.split(" ").length >= A_SENTENCE && prose.includes(part));
  return (await textsOn(page)).filter((text) => {
    const rest = text.replace(/⟦[^⟦⟧]*⟧/g, " ");
    if (ROLES.has(rest) || isKnown(plain(rest))) return false;
    return !rest.split(/[·:,–(|)⟦⟧\n]/).every((part) => isKnown(plain(part)));
  });
}

test("guest pages show no hard-coded text in the pseudo-locale", async ({ page }) => {
  test.setTimeout(180_000);
  const data = dataOf(page);
  await inPseudoLanguage(page);
  for (const path of [
    "/",
    "/c/collections/table",
    "/search?q=mug",
    "/search",
    "/search?q=qqqxxzz",
    "/products/moon-jar",
    "/collections",
    "/blogs",
    "/faqs",
    "/contact-us",
    "/return-and-exchange",
    "/terms-and-conditions",
    "/login",
    "/cart",
    "/checkout",
    "/find-order",
    "/withdraw",
    "/your-data",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toContainText("⟦");
    // A response may be displayed a moment before it is read here.
    await expect.poll(() => hardCoded(page, data), path).toEqual([]);
  }
  // The search has results.
  await page.evaluate(() => document.querySelector("main")?.append("Add to cart"));
  expect(await hardCoded(page, data)).toEqual(["Add to cart"]);
});

test("customer pages show no hard-coded text in the pseudo-locale", async ({ page }) => {
  test.setTimeout(180_000);
  const data = dataOf(page);
  const email = await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  await addToCart(page);
  await inPseudoLanguage(page);
  data.push(email, orderId, "Dana Kim");
  for (const path of [
    "/cart",
    "/checkout",
    `/order-detail/${orderId}`,
    `/write-review/${orderId}`,
    "/support-ticket",
    "/support-ticket?new=1",
    "/user-profile/profile",
    "/user-profile/addresses",
    "/user-profile/wishlist",
    "/user-profile/wallet",
    "/user-profile/orders",
    "/user-profile/recentlyViewed",
    "/user-profile/privacy",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // A response may be displayed a moment before it is read here.
    await expect.poll(() => hardCoded(page, data), path).toEqual([]);
  }
});
