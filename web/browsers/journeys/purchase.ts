/** The way to an order by real clicks and keys, in a wide and in a narrow window. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, newEmail, shopper, type Step } from "../shopper.ts";

const main = the("main");
const cart = the("dialog", "Cart");
const PHONE = 390;
/** The key, as in WebDriver. */
const ESCAPE = "\uE00C";

function steps(browser: Browser, width: number): Step[] {
  const { goto, at, address, see, gone, read, clickOn, until, untilOf, forget } = shopper(browser);
  const { press, check, choose, fill, fillAddress, chooseOptions, cartHas, back } =
    shopper(browser);
  const isPhone = width === PHONE;
  const fitsItsWindow = () =>
    until("no sideways scrolling", "document.documentElement.scrollWidth <= innerWidth");
  // iPhones enlarge the page when a field with text of less than 16 pixels is tapped.
  const keepsItsScale = async () => {
    if (!isPhone) return;
    await until(
      "fields with text of 16 pixels",
      `[...document.querySelectorAll("select, textarea, input:not([type=radio], [type=checkbox])")].every(
        (field) => !field.checkVisibility() || parseFloat(getComputedStyle(field).fontSize) >= 16)`,
    );
  };
  const filters = the("dialog", "Filters");
  const account: Step = [
    "the account menu is as high as what is in it, and closes outside",
    async () => {
      await clickOn(the("button", /^Account/));
      const menu = "document.getElementById('account-menu')";
      await until("an open menu", `${menu}.matches(":popover-open")`);
      await until("its height", `${menu}.getBoundingClientRect().height < 300`);
      await browser.click(60, 500);
      await until("a closed menu", `!${menu}.matches(":popover-open")`);
    },
  ];
  const menu: Step = isPhone
    ? [
        "the menu opens a category",
        async () => {
          await clickOn(the("button", "Menu", the("banner")));
          await clickOn(the("summary", "Decor", the("dialog", "Menu")));
          await clickOn(the("link", "All of Decor", the("dialog", "Menu")));
          await at("/c/collections/decor");
        },
      ]
    : [
        "a click keeps the menu open that hovering has opened",
        async () => {
          await clickOn(the("button", /^More/, the("banner")));
          await see(the("button", /^More/, the("banner")));
          await until(
            "an open menu",
            `document.querySelector("header [aria-expanded=true]") !== null`,
          );
          await goto("/c/collections/decor");
        },
      ];
  return [
    [
      "home opens",
      async () => {
        await browser.resize(width, 880);
        await until("the width", `innerWidth === ${width}`);
        await forget();
        await goto("/");
        await see(the("h1"));
        await fitsItsWindow();
      },
    ],
    account,
    [
      "the search suggests while one types",
      async () => {
        await clickOn(the("textbox", "Search products"));
        await browser.type("mug");
        await clickOn(having("option", "Everyday mug"));
        await at("/products/everyday-mug");
        await fitsItsWindow();
      },
    ],
    menu,
    [
      "the list is filtered and sorted",
      async () => {
        if (isPhone) await clickOn(the("button", "Filters"));
        const place = isPhone ? filters : main;
        await clickOn(the("checkbox", "Kiln & Grain", place));
        if (isPhone) await clickOn(the("button", /^Show \d+ products/, filters));
        await address(/brand/);
        await choose(/^Sort/, "Price, low to high", main);
        await address(/sort/);
        await until("the list is sorted", "document.querySelector('[aria-busy=true]') === null");
        await fitsItsWindow();
      },
    ],
    [
      "a card opens its product, and Back shows the list as it was",
      async () => {
        await clickOn(the("link", "Bud vase", the("article", "", main)));
        await address(/^\/products\/bud-vase/);
        await see(having("h1", "Bud vase"));
        await back();
        await address(/^\/c\/collections\/decor\?.*sort/);
      },
    ],
    [
      "the picture is enlarged, and Escape closes it",
      async () => {
        await goto("/products/everyday-mug");
        await until("the reviews", `document.querySelector("main label select") !== null`);
        await keepsItsScale();
        await clickOn(the("button", /enlarge|zoom|larger|full/i, main));
        await clickOn(the("button", "Zoom in"));
        await browser.type(ESCAPE);
        await gone(the("button", "Zoom in"));
      },
    ],
    [
      "the product goes into the cart",
      async () => {
        await chooseOptions();
        await clickOn(the("button", /^Add to cart$/, main));
        await see(cart);
        await cartHas(1);
        await browser.type(ESCAPE);
        await gone(cart);
      },
    ],
    [
      "the heart saves it",
      async () => {
        await clickOn(the("button", /^Add to wishlist/, main));
        await read("Added to your wishlist");
      },
    ],
    [
      "one more of it is counted in the cart",
      async () => {
        await goto("/cart");
        await clickOn(the("button", "One more", main));
        await cartHas(2);
        await fitsItsWindow();
      },
    ],
    [
      "the checkout names what is missing",
      async () => {
        await clickOn(the("button", /^Checkout$/, main));
        await at("/checkout");
        await clickOn(the("button", "Place order"));
        await read("Email cannot be blank.", main);
        await keepsItsScale();
        await untilOf(the("textbox", "Email", main), "found[0] === document.activeElement");
        await fitsItsWindow();
      },
    ],
    [
      "the order is placed and shown",
      async () => {
        await fill("Email", newEmail(), main);
        await fillAddress();
        await check(the("radio", "Cash on delivery"));
        await press(the("button", "Place order"));
        await address(/^\/order-detail\/SO-/);
        await read(/Thank you, Dana/, main);
        await fitsItsWindow();
      },
    ],
  ];
}

export const purchase: Journey[] = [
  { name: "purchase", steps: (browser) => steps(browser, 1280) },
  { name: "purchase-phone", steps: (browser) => steps(browser, PHONE) },
];
