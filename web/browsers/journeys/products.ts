/** The product page besides the cart: reviews, delivery date, size guide, comparison, products bought together. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, newEmail, shopper, stallage, type Step } from "../shopper.ts";

const main = the("main");

function reviews(browser: Browser): Step[] {
  const {
    goto,
    at,
    see,
    count,
    gone,
    read,
    press,
    fill,
    choose,
    enter,
    enterCode,
    reload,
    untilOf,
  } = shopper(browser);
  const { valueOf } = shopper(browser);
  const region = the("region", /^Reviews$/);
  const all = the("article", "", region);
  const low = having("article", "Low edge", region);
  const chipped = having("article", "Two of six were chipped", region);
  const details = `It is about the parcel ${newEmail()}.`;
  const pressed = (is: boolean) =>
    untilOf(the("button", /^Helpful/, low), `found[0]?.getAttribute("aria-pressed") === "${is}"`);
  const votes = "Number(/\\d+/.exec(found[0]?.textContent)?.[0] ?? 0)";
  const hasVotes = (expected: number) =>
    untilOf(the("button", /^Helpful/, low), `${votes} === ${expected}`);
  let before = 0;
  return [
    [
      "more reviews come on demand",
      async () => {
        await goto("/products/dinner-plate");
        await see(all);
        await press(the("button", "Show more reviews", region));
        await gone(the("button", "Show more reviews", region));
      },
    ],
    [
      "reviews are sorted",
      async () => {
        await choose("Sort reviews", "Lowest rating", region);
        await untilOf(all, `found[0]?.textContent.includes("Two of six were chipped")`);
        await choose("Sort reviews", "Most helpful", region);
        await untilOf(all, `found[0]?.textContent.includes("Eight plates, level stack")`);
      },
    ],
    [
      "reviews are searched",
      async () => {
        await fill("Search reviews", "chipped", region);
        await enter("Search reviews");
        await count(all, 1);
        await see(chipped);
        await fill("Search reviews", "no such words at all", region);
        await enter("Search reviews");
        await read("No review mentions “no such words at all”.", region);
        await fill("Search reviews", "", region);
        await see(low);
      },
    ],
    [
      "a guest signs in to vote, and is led back",
      async () => {
        await press(the("button", /^Helpful/, low));
        await at("/login");
        await enterCode(newEmail());
        await at("/products/dinner-plate");
        await see(low);
      },
    ],
    [
      "a helpful vote counts once and is kept",
      async () => {
        await pressed(false);
        before = Number(await valueOf(the("button", /^Helpful/, low), votes));
        await press(the("button", /^Helpful/, low));
        await pressed(true);
        await hasVotes(before + 1);
        await reload();
        await pressed(true);
        await hasVotes(before + 1);
      },
    ],
    [
      "and is taken back",
      async () => {
        await press(the("button", /^Helpful/, low));
        await pressed(false);
        await hasVotes(before);
      },
    ],
    [
      "a review is reported to the shop",
      async () => {
        const sheet = the("dialog", "Report a review");
        await choose("Sort reviews", "Lowest rating", region);
        await press(the("button", /^Report the review by/, chipped));
        await choose("Reason", "Not about this product", sheet);
        await fill("Details", details, sheet);
        await press(the("button", "Send report", sheet));
        await read("Thank you. We will look at this review.");
        await read(/^Reported$/, chipped);
        const reported = await stallage("reviews", "reported");
        if (!reported.includes(details)) throw new Error(reported);
      },
    ],
  ];
}

function extras(browser: Browser): Step[] {
  const { goto, see, gone, read, press, check, fill, holds, untilOf, addToCart, chooseOptions } =
    shopper(browser);
  const arrival = /Arrives by [A-Z][a-z]{2} \d{1,2}, \d{4} to 94107/;
  const guide = the("dialog", "Cushion sizes");
  const together = the("region", "Frequently bought together");
  const options = the("dialog", "Choose your options");
  const cart = the("dialog", "Cart");
  return [
    [
      "a postal code that is none is refused",
      async () => {
        await goto("/products/everyday-mug");
        await press(the("button", "See when it arrives", main));
        await fill("Deliver to", "941", main);
        await press(the("button", "Check", main));
        await read("Postal code is not valid.", main);
      },
    ],
    [
      "a postal code tells the day of arrival",
      async () => {
        await fill("Deliver to", "94107", main);
        await press(the("button", "Check", main));
        await read(arrival, main);
      },
    ],
    [
      "the next product, the cart and the checkout remember it",
      async () => {
        await addToCart("cake-stand");
        await read(arrival, main);
        await read(arrival, cart);
        await goto("/checkout");
        await holds("Postal code", "94107", main);
      },
    ],
    [
      "a size guide shows centimetres and inches",
      async () => {
        await goto("/products/linen-cushion");
        await press(the("button", "Size guide", main));
        const row = having("row", "60 cm", guide);
        await untilOf(the("cell", "", row), `found[0]?.textContent === "60"`);
        await check(the("radio", /^in$/, guide));
        await see(the("columnheader", "Width (in)", guide));
        await untilOf(the("cell", "", row), `found[0]?.textContent === "23.6"`);
        await press(the("button", "Close", guide));
        await gone(guide);
      },
    ],
    [
      "another guide keeps the unit, and a mug has none",
      async () => {
        await goto("/products/terracotta-pot");
        await press(the("button", "Size guide", main));
        await see(the("columnheader", "Diameter (in)", the("dialog", "Pot and planter sizes")));
        await goto("/products/everyday-mug");
        await read(arrival, main);
        await gone(the("button", "Size guide", main));
      },
    ],
    [
      "what is bought together goes into the cart together",
      async () => {
        // The shop computes it in the background during its first minute.
        await untilTogether();
        await read("This item", together);
        await chooseOptions();
        await press(the("button", "Add all to cart", together));
        await press(the("button", "Add all to cart", options));
        await see(cart);
        await gone(options);
        await read("Linen cushion", cart);
      },
    ],
  ];

  async function untilTogether(): Promise<void> {
    for (let tries = 0; tries < 9; tries += 1) {
      await goto("/products/linen-cushion");
      await see(the("heading", "Reviews", main));
      try {
        await see(together);
        return;
      } catch {
        // Again, with a new response of the server.
      }
    }
    await see(together);
  }
}

function comparison(browser: Browser): Step[] {
  const { goto, see, gone, count, read, press, check, address, forget, untilOf } = shopper(browser);
  const tray = the("complementary", "Products to compare");
  const toggle = (title: string) => the("button", `Compare ${title}`, main);
  const choose = async (title: string) => {
    await press(toggle(title));
    await untilOf(toggle(title), `found[0]?.getAttribute("aria-pressed") === "true"`);
  };
  const row = (name: RegExp) => having("row", name, main);
  const titles = ["Shoulder carafe", "Cake stand", "Round tray", "Tall water jug"];
  return [
    [
      "products are chosen on their cards",
      async () => {
        await goto("/c/collections/table");
        await see(having("article", "Shoulder carafe", main));
        await gone(tray);
        await choose("Shoulder carafe");
        await read("Choose another product", tray);
        for (const title of titles.slice(1)) await choose(title);
        await count(the("listitem", "", tray), 4);
      },
    ],
    [
      "a fifth is refused",
      async () => {
        await press(toggle("Dipping bowls"));
        await read("You can compare up to 4 products.");
        await count(the("listitem", "", tray), 4);
      },
    ],
    [
      "they stand side by side, at an address of their own",
      async () => {
        await press(the("link", "Compare 4 products", tray));
        await address(/^\/compare\?product=carafe&product=cake-stand&product=\S+&product=\S+$/);
        for (const title of titles) await see(having("columnheader", title, main));
        await see(row(/^Price.*From \$38/));
      },
    ],
    [
      "only the differences are shown on demand",
      async () => {
        await see(row(/^Availability/));
        await check(the("checkbox", "Show only differences", main));
        await gone(row(/^Availability/));
        await see(row(/^Brand/));
      },
    ],
    [
      "one is removed, and goes into the cart from there",
      async () => {
        await press(the("button", "Remove Shoulder carafe from the comparison", main));
        await gone(having("columnheader", "Shoulder carafe", main));
        await press(the("button", "Add to cart: Cake stand", main));
        await see(the("link", "Cake stand", the("dialog", "Cart")));
      },
    ],
    [
      "whoever gets the address sees the same",
      async () => {
        await forget();
        await goto("/compare?product=cake-stand&product=carafe");
        await see(having("columnheader", "Cake stand", main));
        await see(having("columnheader", "Shoulder carafe", main));
      },
    ],
  ];
}

export const products: Journey[] = [
  { name: "reviews", steps: reviews },
  { name: "product-extras", steps: extras },
  { name: "comparison", steps: comparison },
];
