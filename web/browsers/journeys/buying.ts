/** Promo codes and discounts in the cart, business details and gifts at checkout, and tracking. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, newEmail, shopper, stallage, type Step } from "../shopper.ts";

const main = the("main");
const totals = the("complementary", "", main);

function discounts(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, fill, holds, addToCart, reload } = shopper(browser);
  const offers = the("region", "Offers for your cart");
  const more = (title: string) =>
    the("button", "One more", the("group", `Quantity of ${title}`, main));
  const gifts = the("list", "Free gifts");
  return [
    [
      "an unknown code is refused and stays in its field",
      async () => {
        await addToCart("bud-vase");
        await goto("/cart");
        await fill("Promo code", "NOSUCH", main);
        await press(the("button", /^Apply$/, main));
        await see(having("alert", "This code does not exist. Please check the spelling."));
        await holds("Promo code", "NOSUCH", main);
      },
    ],
    [
      "an automatic discount tells what is missing, and applies",
      async () => {
        await read("Add 2 more for: Three bud vases for two", main);
        await press(more("Bud vase"));
        await read("Add 1 more for: Three bud vases for two", main);
        await press(more("Bud vase"));
        await read(/Three bud vases for two−\$16\.00/, totals);
        await read(/Total\$32\.00/, totals);
      },
    ],
    [
      "a coupon is offered before its amount is reached",
      async () => {
        await read("Add $72.00 more to save $15.00", offers);
        await gone(the("button", "", offers));
      },
    ],
    [
      "a free gift comes with its amount",
      async () => {
        await addToCart("teapot");
        await goto("/cart");
        await read("Add $14.00 more for: Free espresso cup from $150", main);
        await addToCart("everyday-mug");
        await goto("/cart");
        await read("Espresso cup", gifts);
        await read("Free", gifts);
      },
    ],
    [
      "the coupon that is offered says what it saves, and is applied by a click",
      async () => {
        await read("Save $15.00", offers);
        await press(the("button", "Apply TABLE15", offers));
        await read("TABLE15 applied", main);
        await read(/Total\$125\.00/, totals);
      },
    ],
    [
      "the gift goes with its condition, and comes back with it",
      async () => {
        await press(the("button", "Remove Everyday mug", main));
        await gone(gifts);
        await press(the("button", "Undo"));
        await see(gifts);
      },
    ],
    [
      "the coupon is taken off, and a typed code saves instead",
      async () => {
        await press(the("button", "Remove code TABLE15", main));
        await fill("Promo code", "welcome10", main);
        await press(the("button", /^Apply$/, main));
        await read("WELCOME10 applied", totals);
        await read("10 % off to say hello−$", totals);
      },
    ],
    [
      "the code survives a reload and comes along to the checkout",
      async () => {
        await reload();
        await read("WELCOME10 applied", totals);
        await press(the("button", /^Checkout$/, main));
        await at("/checkout");
        await read("10 % off to say hello−$", totals);
        await read("Espresso cup", totals);
      },
    ],
  ];
}

function business(browser: Browser): Step[] {
  const { goto, see, gone, read, press, check, fill, holds, choose, reload, untilOf } =
    shopper(browser);
  const { addToCart, fillAddress, placeOrder } = shopper(browser);
  const billing = the("group", "Billing address");
  const billed = the("region", "Billing address");
  return [
    [
      "a billing address is asked for when it differs",
      async () => {
        await addToCart();
        await goto("/checkout");
        await fill("Email", newEmail(), main);
        await fillAddress();
        await check(the("radio", "Cash on delivery"));
        await gone(billing);
        await check(the("checkbox", "Use a different billing address"));
        await see(billing);
      },
    ],
    [
      "a business purchase asks for what its country needs",
      async () => {
        await choose("Country", "Germany", billing);
        await gone(the("textbox", "Company", main));
        await check(the("checkbox", "This is a business purchase"));
        await see(the("textbox", "Company", main));
        await see(the("textbox", "VAT number", main));
      },
    ],
    [
      "what is missing is named, and the first of it has the focus",
      async () => {
        await press(the("button", "Place order"));
        await read("Company cannot be blank.", main);
        await untilOf(the("textbox", "First name", billing), "found[0] === document.activeElement");
      },
    ],
    [
      "what is filled in survives a reload",
      async () => {
        await fill("First name", "Kim", billing);
        await fill("Last name", "Becker", billing);
        await fill("Address line 1", "Torstr. 1", billing);
        await fill("City", "Berlin", billing);
        await fill("Postal code", "10119", billing);
        await fill("Company", "Becker GmbH", main);
        await fill("VAT number", "DE136695975", main);
        await reload();
        await holds("City", "Berlin", billing);
        await holds("Company", "Becker GmbH", main);
      },
    ],
    [
      "a tax id with wrong check digits is refused",
      async () => {
        await press(the("button", "Place order"));
        await read("The check digits of this VAT number do not match.", main);
      },
    ],
    [
      "the order names company, tax id and both addresses",
      async () => {
        await fill("VAT number", "136 695 976", main);
        await placeOrder();
        await read("Becker GmbH", billed);
        await read("DE136695976", billed);
        await read("Torstr. 1", billed);
        await read("12 Harbor Street", the("region", "Delivery address"));
        await gone(having("region", /^Delivery address.*Becker/, main));
      },
    ],
    [
      "billing details can be changed until the invoice is there",
      async () => {
        const form = the("dialog", "Change billing details");
        await press(the("button", "Change billing details", main));
        await fill("Company", "Becker & Söhne", form);
        await press(the("button", "Save billing details", form));
        await gone(form);
        await read("Becker & Söhne", billed);
      },
    ],
  ];
}

function gift(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, check, fill, holds, back, untilOf } = shopper(browser);
  const { addToCart, fillAddress, placeOrder } = shopper(browser);
  const wrap = the("checkbox", "Gift wrap, linen and twine");
  let orderId = "";
  return [
    [
      "gift wrap, message and delivery note are offered at checkout",
      async () => {
        await addToCart();
        await goto("/checkout");
        await fill("Email", newEmail(), main);
        await fillAddress();
        await check(the("radio", "Cash on delivery"));
        await gone(wrap);
        await press(having("summary", "Gift or delivery note"));
        await see(wrap);
      },
    ],
    [
      "the wrap has its price in the summary",
      async () => {
        await check(wrap);
        await read("Gift wrap, linen and twine", totals);
        await read("$4.50", totals);
      },
    ],
    [
      "message and note are kept over a look at the cart",
      async () => {
        await fill("Gift message", "Happy birthday!\nYours, Dana", main);
        await fill("Note for the courier", "Third door on the left.", main);
        await press(the("link", "Edit cart", totals));
        await at("/cart");
        await back();
        await holds("Gift message", "Happy birthday!\nYours, Dana", main);
        await untilOf(wrap, "found[0].checked");
      },
    ],
    [
      "the order shows them all",
      async () => {
        await read("$4.50", totals);
        orderId = await placeOrder();
        await read("Gift wrap, linen and twine", the("region", "Totals"));
        await read("Yours, Dana", the("region", "Gift message"));
        await read("Third door on the left.", the("region", "Note for the courier"));
      },
    ],
    [
      "who packs it reads them without a price",
      async () => {
        const packing = await stallage("orders", "show", orderId);
        const expected = ["Gift wrap: Gift wrap, linen and twine", "Third door on the left."];
        for (const text of expected) if (!packing.includes(text)) throw new Error(packing);
        if (packing.includes("$")) throw new Error(packing);
      },
    ],
  ];
}

function tracking(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, untilOf, signIn, order, address } = shopper(browser);
  const parcel = the("region", "Tracking");
  const link = "https://www.ups.com/track?tracknum=1Z999AA10123456784";
  let orderId = "";
  const entry = () => having("article", orderId, main);
  return [
    [
      "an order that was just placed has no link to track it",
      async () => {
        await signIn();
        orderId = await order();
        await read("Confirmed", parcel);
        await gone(the("link", "Track with", parcel));
        await goto("/user-profile/orders");
        await see(entry());
        await gone(the("link", /^Track$/, entry()));
      },
    ],
    [
      "a shipped order names carrier and number, and links to the carrier",
      async () => {
        await stallage(
          ...["orders", "ship", orderId, "--carrier", "UPS", "--number", "1Z999AA10123456784"],
          ...["--arrives-by", "2099-11-28"],
        );
        await goto(`/order-detail/${orderId}`);
        await read("Shipped with UPS", parcel);
        await read("1Z999AA10123456784", parcel);
        await untilOf(
          the("link", "Track with UPS", parcel),
          `found.some((one) => one.href === ${JSON.stringify(link)} && one.target === "_blank")`,
        );
      },
    ],
    ["it says when it arrives", () => see(the("heading", "Arrives by Nov 28, 2099", parcel))],
    [
      "the list says it too and links to the carrier",
      async () => {
        await goto("/user-profile/orders");
        await read("Arrives by Nov 28, 2099", entry());
        await untilOf(
          the("link", /^Track$/, entry()),
          `found.some((one) => one.href === ${JSON.stringify(link)})`,
        );
      },
    ],
    [
      "the entry leads to the order, at its top",
      async () => {
        await press(the("link", `View order ${orderId}`, main));
        await at(`/order-detail/${orderId}`);
        await see(parcel);
        await address(/^\/order-detail\/[^#]*$/);
      },
    ],
  ];
}

export const buying: Journey[] = [
  { name: "discounts", steps: discounts },
  { name: "business", steps: business },
  { name: "gift", steps: gift },
  { name: "tracking", steps: tracking },
];
