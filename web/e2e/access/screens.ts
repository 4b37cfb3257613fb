import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

interface Route {
  name: string;
  access: "public" | "visitor" | "customer" | "customer_or_key";
}

/** All routes of the storefront. */
export const ROUTES = (
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../contract/routes.json"), "utf8")) as {
    routes: Route[];
  }
).routes;

export interface Screen {
  /** Name of the route in the contract. */
  route: string;
  path: string;
  /** What is shown beside what the path shows: an overlay, an error, nothing. */
  state?: string;
  /** Brings the screen, once it is loaded, into its state. */
  open?: (page: Page) => Promise<void>;
  /** The width at which it is looked at, where that is not any. */
  width?: number;
  /** Paths of the API that fail. */
  failing?: RegExp;
}

const openMenu = async (page: Page) => {
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
};

/** Sends an empty form. */
const submitEmpty = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
};

/** The screens that everybody sees. */
export const GUEST: readonly Screen[] = [
  { route: "home", path: "/" },
  {
    route: "home",
    path: "/",
    state: "account menu",
    open: async (page) => {
      await page.getByRole("button", { name: "Account" }).click();
      await expect(page.getByRole("group", { name: "Appearance" })).toBeVisible();
    },
  },
  {
    route: "home",
    path: "/",
    state: "suggestions",
    open: async (page) => {
      await page.getByRole("combobox", { name: "Search" }).filter({ visible: true }).fill("vase");
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("option", { selected: true })).toBeVisible();
    },
  },
  { route: "home", path: "/", state: "menu drawer", width: 390, open: openMenu },
  {
    route: "home",
    path: "/",
    state: "failing",
    failing: /\/api\/home/,
    open: (page) => expect(page.getByRole("alert").first()).toBeVisible(),
  },
  {
    route: "categoryList",
    path: "/c/collections/table",
    state: "category menu",
    open: async (page) => {
      const entry = page.getByRole("banner").getByRole("button", { name: /Kitchen/ });
      await entry.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("banner").getByRole("link", { name: "Boards" })).toBeVisible();
    },
    width: 1280,
  },
  { route: "categoryList", path: "/c/collections/table?sort=price&page=2" },
  {
    route: "categoryList",
    path: "/c/collections/table",
    state: "filter drawer",
    width: 390,
    open: async (page) => {
      await page.getByRole("button", { name: "Filters" }).click();
      await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
    },
  },
  {
    route: "categoryList",
    path: "/c/collections/table",
    state: "options of a card",
    width: 390,
    open: async (page) => {
      await page
        .getByRole("button", { name: /^Add to cart: / })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { route: "salesList", path: "/sa/collections/soft-corner" },
  { route: "sliderList", path: "/s/collections/evening-table" },
  { route: "featureSectionList", path: "/collections/3/kitchen" },
  { route: "collectionList", path: "/collection/no-such-list", state: "missing" },
  { route: "collections", path: "/collections" },
  { route: "search", path: "/search", state: "empty" },
  { route: "search", path: "/search?q=vase" },
  { route: "search", path: "/search?q=qqqxxzz", state: "nothing found" },
  { route: "product", path: "/products/everyday-mug" },
  {
    route: "product",
    path: "/products/everyday-mug",
    state: "picture in full",
    open: async (page) => {
      await page
        .getByRole("main")
        .getByRole("button", { name: /zoom|full|enlarge/i })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    route: "product",
    path: "/products/everyday-mug",
    state: "cart drawer",
    open: async (page) => {
      await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
      await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
    },
  },
  { route: "product", path: "/products/no-such-thing", state: "missing" },
  { route: "cart", path: "/cart", state: "empty" },
  { route: "checkout", path: "/checkout", state: "empty" },
  { route: "guestWishlist", path: "/wishlist" },
  { route: "sharedWishlist", path: "/shared-wishlist/no-such-list", state: "missing" },
  { route: "compare", path: "/compare", state: "empty" },
  { route: "compare", path: "/compare?product=carafe&product=cake-stand" },
  { route: "login", path: "/login" },
  { route: "login", path: "/login", state: "errors", open: submitEmpty("Send code") },
  { route: "blogs", path: "/blogs" },
  { route: "blog", path: "/blogs/a-table-for-six" },
  { route: "faqs", path: "/faqs" },
  { route: "contactUs", path: "/contact-us" },
  { route: "returnAndExchange", path: "/return-and-exchange" },
  { route: "termsAndConditions", path: "/terms-and-conditions" },
  { route: "page", path: "/page/no-such-page", state: "missing" },
  { route: "findOrder", path: "/find-order" },
  { route: "withdraw", path: "/withdraw" },
  { route: "newsletter", path: "/newsletter/no-such-token", state: "invalid" },
  { route: "unsubscribe", path: "/unsubscribe/newsletter/no-such-token", state: "invalid" },
  { route: "yourData", path: "/your-data" },
];

/** The screens with something in the cart. */
export const BUYING: readonly Screen[] = [
  { route: "cart", path: "/cart" },
  { route: "checkout", path: "/checkout" },
  { route: "checkout", path: "/checkout", state: "errors", open: submitEmpty("Place order") },
  {
    route: "cart",
    path: "/cart",
    state: "toast",
    open: async (page) => {
      await page.getByRole("button", { name: "Move to wishlist" }).first().click();
      await expect(page.getByRole("main").getByText("Your cart is empty")).toBeVisible();
    },
  },
];

/** The screens of a customer with an order, `orderId`. */
export function customerScreens(orderId: string): readonly Screen[] {
  return [
    { route: "orderDetail", path: `/order-detail/${orderId}` },
    {
      route: "orderDetail",
      path: `/order-detail/${orderId}`,
      state: "cancelling",
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Cancel/ })
          .first()
          .click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    { route: "orderDetail", path: "/order-detail/SO-NONE", state: "missing" },
    { route: "writeReview", path: `/write-review/${orderId}` },
    { route: "supportTicket", path: "/support-ticket", state: "empty" },
    { route: "supportTicket", path: "/support-ticket?new=1" },
    { route: "userProfile", path: "/user-profile" },
    { route: "profile", path: "/user-profile/profile" },
    { route: "addresses", path: "/user-profile/addresses" },
    {
      route: "addresses",
      path: "/user-profile/addresses",
      state: "adding",
      open: async (page) => {
        await page.getByRole("button", { name: "Add address" }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    { route: "wishlist", path: "/user-profile/wishlist", state: "empty" },
    { route: "wallet", path: "/user-profile/wallet" },
    { route: "orders", path: "/user-profile/orders" },
    { route: "orders", path: "/user-profile/orders?search=zzzz", state: "nothing found" },
    { route: "recentlyViewed", path: "/user-profile/recentlyViewed" },
    { route: "notifications", path: "/user-profile/notifications" },
    { route: "privacy", path: "/user-profile/privacy" },
    {
      route: "orders",
      path: "/user-profile/orders",
      state: "failing",
      failing: /\/api\/orders/,
      open: (page) => expect(page.getByRole("alert").first()).toBeVisible(),
    },
  ];
}
