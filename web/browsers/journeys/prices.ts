/** Prices that vary between the variants of a product, and adding to the cart from a card. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, shopper, type Step } from "../shopper.ts";

const DECOR = "/c/collections/decor";
const VASE = "Cylinder glass vase";
const main = the("main");

function fromPrices(browser: Browser): Step[] {
  const { goto, see, gone, read, press, check, fill, enter, address, reload } = shopper(browser);
  return [
    [
      "a card of a list says From only where prices differ",
      async () => {
        await goto(DECOR);
        await read("From $52", having("article", VASE, main));
        await see(having("article", "Moon jar", main));
        await gone(having("article", /Moon jar.*From/, main));
      },
    ],
    [
      "search says it as well",
      async () => {
        await goto("/search?q=cylinder%20glass");
        await read("From $52", having("article", VASE, main));
      },
    ],
    [
      "a suggestion says it, and leads to the product",
      async () => {
        await goto("/");
        await fill("Search products", "cylinder glass");
        await read("From $52", having("option", VASE));
        await press(having("option", VASE));
        await see(the("h1", VASE));
      },
    ],
    [
      "before a choice the product says From, and buying asks for the choice",
      async () => {
        await read("From $52", main);
        await press(the("button", /^Add to cart$/, main));
        await see(having("alert", "Choose Color", main));
      },
    ],
    [
      "a choice has its own price, in the address too",
      async () => {
        await check(the("radio", "", the("group", "Color", main)));
        await gone(having("alert", "Choose Color", main));
        await address(/[?]sku=\d+$/);
        await gone(having("text", /^From \$52$/, main));
        await see(having("text", /^\$5[26]$/, main));
        await reload();
        await see(having("text", /^\$5[26]$/, main));
      },
    ],
    [
      "Enter in the search field finds what was typed",
      async () => {
        await fill("Search products", "vase");
        await enter("Search products");
        await address(/^\/search\?q=vase/);
        await see(the("heading", "Results for “vase”"));
      },
    ],
  ];
}

function quickAdd(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, check, back, cartHas } = shopper(browser);
  const addOn = (title: string) => the("button", /^Add to cart/, having("article", title, main));
  const sheet = the("dialog", "Tall shoulder vase");
  const add = the("button", /^Add to cart$/, sheet);
  return [
    [
      "a card adds a product without options at once and confirms it",
      async () => {
        await goto(DECOR);
        await press(addOn("Moon jar"));
        await see(having("status", "Moon jar added to your cart"));
        await cartHas(1);
      },
    ],
    [
      "a card with options opens a choice, which Back closes",
      async () => {
        await press(addOn("Tall shoulder vase"));
        await see(add);
        await back();
        await gone(sheet);
        await at(DECOR);
        await see(the("h1", "Decor"));
      },
    ],
    [
      "the choice asks for what is missing and shows its price",
      async () => {
        await press(addOn("Tall shoulder vase"));
        await press(add);
        await see(having("alert", "Choose Size", sheet));
        await read("From $54", sheet);
        await check(the("radio", "Large, $78", sheet));
        await read("$96", sheet);
      },
    ],
    [
      "what is sold out cannot be added, but asked for",
      async () => {
        await check(the("radio", /sold out/, sheet));
        await gone(add);
        await see(the("link", "Notify me when it is back", sheet));
      },
    ],
    [
      "two of the chosen one go into the cart",
      async () => {
        await check(the("radio", "Small, $54", sheet));
        await press(the("button", "One more", sheet));
        await press(add);
        await gone(sheet);
        await see(having("status", "Tall shoulder vase added to your cart"));
        await cartHas(3);
      },
    ],
    [
      "the closed choice left nothing in the history",
      async () => {
        await press(the("link", "Cart, 3 items", the("banner")));
        await at("/cart");
        await read("Tall shoulder vase", main);
        await back();
        await at(DECOR);
      },
    ],
  ];
}

export const prices: Journey[] = [
  { name: "from-prices", steps: fromPrices },
  { name: "quick-add", steps: quickAdd },
];
