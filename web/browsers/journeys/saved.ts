/** Wishlists and their links, alerts, recently viewed products, and the actions of orders. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, shopper, stallage, type Step } from "../shopper.ts";

const main = the("main");
const banner = the("banner");

/**
 * Replaces the clipboard, which needs a click of a real user, and the share dialog of the device, which
 * no test can close.
 */
const COPY = `void (
  Object.defineProperty(navigator, "share", { configurable: true, value: undefined }),
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } },
  })
)`;

function wishlist(browser: Browser): Step[] {
  const { goto, at, see, count, read, press, reload, signIn, forget, until } = shopper(browser);
  const cards = the("article", "", main);
  const wished = (items: string) => the("link", `Wishlist, ${items}`, banner);
  const share = async () => {
    await see(the("button", "Share list", main));
    await browser.run(COPY);
    await press(the("button", "Share list", main));
    await read("Link copied.");
    return String(await browser.run("window.copied"));
  };
  let link = "";
  return [
    [
      "a guest's heart is counted in the header, and survives a reload",
      async () => {
        await goto("/products/everyday-mug");
        await press(the("button", "Add to wishlist", main));
        await see(wished("1 item"));
        await reload();
        await see(wished("1 item"));
        await see(the("button", "Remove from wishlist", main));
      },
    ],
    [
      "the header leads to the list of this browser",
      async () => {
        await press(wished("1 item"));
        await at("/wishlist");
        await read("Saved in this browser.", main);
        await count(cards, 1);
        await read("Everyday mug", cards);
      },
    ],
    [
      "a guest's list is shared by a link that names its products",
      async () => {
        link = await share();
        await forget();
        await browser.goto(link);
        await until("the shared list", `location.pathname.startsWith("/shared-wishlist")`);
        await count(cards, 1);
        await read("Everyday mug", cards);
      },
    ],
    [
      "what a guest saved is there after sign-in",
      async () => {
        await forget();
        await goto("/products/everyday-mug");
        await press(the("button", "Add to wishlist", main));
        await see(wished("1 item"));
        await signIn();
        await see(wished("1 item"));
        await until("no list of a guest", `localStorage.getItem("guestWishlistSkuIds") === null`);
        await goto("/wishlist");
        await at("/user-profile/wishlist");
        await read("Everyday mug", cards);
      },
    ],
    [
      "a customer's list is shared by a secret link",
      async () => {
        link = await share();
        if (!/\/shared-wishlist\/\S{20,}$/.test(link)) throw new Error(link);
        await press(the("button", "Move to cart", main));
        await read("Nothing saved yet", main);
        await read("Moved to your cart");
        await goto("/products/dinner-plate");
        await press(the("button", "Add to wishlist", main));
        await see(wished("1 item"));
      },
    ],
    [
      "whoever has the link sees the list as it is now",
      async () => {
        await browser.goto(link);
        await until("the shared list", `location.pathname.startsWith("/shared-wishlist/")`);
        await read("Dinner plate", cards);
      },
    ],
    [
      "the link ends with the sharing",
      async () => {
        await goto("/user-profile/wishlist");
        await press(the("button", "Stop sharing", main));
        await read("The link no longer works.");
        await forget();
        await browser.goto(link);
        await read("This list is not shared", main);
      },
    ],
  ];
}

function notifications(browser: Browser): Step[] {
  const { goto, see, count, gone, read, press, check, reload, signIn, until, untilOf } =
    shopper(browser);
  const newsletter = the("checkbox", /^Newsletter/, main);
  const alerts = the("list", "Product alerts", main);
  const viewed = the("article", "", main);
  return [
    [
      "a guest looks at three products, which the browser remembers",
      async () => {
        for (const [index, slug] of ["everyday-mug", "dinner-plate", "round-mirror"].entries()) {
          await goto(`/products/${slug}`);
          await until(
            `${index + 1} remembered`,
            `JSON.parse(localStorage.getItem("recentlyViewedSkuIds") ?? "[]").length === ${index + 1}`,
          );
        }
      },
    ],
    [
      "a customer sets a price alert on a product page",
      async () => {
        const email = await signIn();
        await goto("/products/everyday-mug");
        await press(the("button", "Notify me when the price drops", main));
        await read(`We will email ${email} when the price drops.`, main);
      },
    ],
    [
      "the newsletter is turned on, which a reload keeps",
      async () => {
        await goto("/user-profile/notifications");
        await untilOf(newsletter, "found[0]?.checked === false");
        await check(newsletter);
        await read("You are subscribed to the newsletter.");
        await reload();
        await untilOf(newsletter, "found[0]?.checked === true");
      },
    ],
    [
      "and off again",
      async () => {
        await check(newsletter, false);
        await read("You are unsubscribed from the newsletter.");
      },
    ],
    [
      "an alert is listed and ended",
      async () => {
        await see(the("link", "Everyday mug", alerts));
        await press(the("button", "Remove the alert for Everyday mug", alerts));
        await read("You have no alerts.", main);
        await goto("/products/everyday-mug");
        await see(the("button", "Notify me when the price drops", main));
      },
    ],
    [
      "what was viewed before signing in is listed",
      async () => {
        await goto("/user-profile/recentlyViewed");
        await count(viewed, 3);
      },
    ],
    [
      "one of it is removed for good",
      async () => {
        await press(the("button", "Remove Everyday mug from recently viewed", main));
        await count(viewed, 2);
        await reload();
        await count(viewed, 2);
        await gone(having("article", "Everyday mug", main));
      },
    ],
    [
      "all of it is cleared for good",
      async () => {
        await press(the("button", /^Clear/, main));
        await read("No recently viewed products", main);
        await reload();
        await read("No recently viewed products", main);
      },
    ],
  ];
}

function orderList(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, check, fill, back, signIn, order } = shopper(browser);
  const { cartHas, address } = shopper(browser);
  let orderId = "";
  const actions = () => the("group", `Order ${orderId}`, main);
  return [
    [
      "an order on its way offers no review and no return",
      async () => {
        await signIn();
        orderId = await order();
        await goto("/user-profile/orders");
        await see(the("button", "Order again", actions()));
        await gone(the("link", "Write a review", actions()));
        await gone(the("link", "Return items", actions()));
      },
    ],
    [
      "ordering again fills the cart",
      async () => {
        await press(the("button", "Order again", actions()));
        await at("/cart");
        await read("Everyday mug", the("list", "Items in your cart"));
        await cartHas(1);
      },
    ],
    [
      "a shipped order is tracked at its carrier",
      async () => {
        await stallage(
          ...["orders", "ship", orderId, "--carrier", "harbor couriers", "--number", "HC 7"],
        );
        await goto("/user-profile/orders");
        await see(the("link", /^Track$/, actions()));
      },
    ],
    [
      "a delivered order is reviewed from the list",
      async () => {
        await stallage("orders", "advance", orderId, "delivered");
        await goto("/user-profile/orders");
        await press(the("link", "Write a review", actions()));
        await at(`/write-review/${orderId}`);
        await check(the("radio", "5 stars", main));
        await fill("Your review", "Keeps tea warm for long.", main);
        await press(the("button", "Submit review", main));
        await read("Thank you for your review");
        await back();
        await see(the("button", "Order again", actions()));
        await gone(the("link", "Write a review", actions()));
      },
    ],
    [
      "returning begins in the list and ends on the order's page",
      async () => {
        const sheet = the("dialog", "Return items");
        await press(the("link", "Return items", actions()));
        await address(new RegExp(`^/order-detail/${orderId}`));
        await check(the("checkbox", "", sheet));
        await press(the("button", "Request return", sheet));
        await gone(sheet);
        await read("Return requested", the("region", "Returns"));
      },
    ],
    [
      "the list says so and offers no second return",
      async () => {
        await goto("/user-profile/orders");
        await read("Return requested", having("article", orderId, main));
        await gone(the("link", "Return items", actions()));
      },
    ],
  ];
}

function emptyCart(browser: Browser): Step[] {
  const { goto, see, gone, read, press, cartHas } = shopper(browser);
  const items = the("list", "Items in your cart");
  const saved = the("region", "Saved for later", main);
  const viewed = the("region", "Recently viewed", main);
  return [
    [
      "the empty cart shows what was saved, what was seen and what sells",
      async () => {
        await goto("/products/moon-jar");
        await see(the("button", /^Add to cart$/, main));
        await goto("/products/cake-stand");
        await press(the("button", "Add to wishlist", main));
        await see(the("link", "Wishlist, 1 item", banner));
        await goto("/cart");
        await see(the("heading", "Your cart is empty", main));
        await read("Cake stand", saved);
        await read("Moon jar", viewed);
      },
    ],
    [
      "what was seen goes into the cart and leaves its row",
      async () => {
        await press(the("button", "Add to cart: Moon jar", viewed));
        await read("Moon jar", items);
        await gone(having("region", /^Recently viewed.*Moon jar/, main));
        await cartHas(1);
      },
    ],
    [
      "what was saved moves to the cart",
      async () => {
        await press(the("button", "Move to cart", saved));
        await read("Moved to your cart");
        await read("Cake stand", items);
        await gone(saved);
        await cartHas(2);
      },
    ],
    [
      "the full cart shows what goes with it",
      () => see(the("region", "Goes with your cart", main)),
    ],
  ];
}

export const saved: Journey[] = [
  { name: "wishlist", steps: wishlist },
  { name: "notifications", steps: notifications },
  { name: "order-list", steps: orderList },
  { name: "empty-cart", steps: emptyCart },
];
