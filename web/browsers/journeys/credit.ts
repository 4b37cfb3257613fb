/** Gift cards and the wallet: buying, sending and paying. */
import type { Browser } from "../browser.ts";
import { the } from "../locator.ts";
import { type Journey, messageTo, newEmail, shopper, type Step } from "../shopper.ts";

const main = the("main");

function giftCard(browser: Browser): Step[] {
  const { goto, at, see, gone, read, press, check, fill, holds, signIn, address } =
    shopper(browser);
  const { forget } = shopper(browser);
  const recipient = newEmail();
  const items = the("list", "Items in your cart");
  const cards = the("region", "Gift cards");
  return [
    [
      "a gift card asks who it is for",
      async () => {
        await goto("/products/gift-card");
        await press(the("button", "Add to cart · $25", main));
        await read("Recipient’s name cannot be blank.", main);
      },
    ],
    [
      "amount, recipient and message go into the cart",
      async () => {
        await fill("Recipient’s name", "Grace", main);
        await fill("Recipient’s email", recipient, main);
        await fill("Your name", "Dana", main);
        await fill("Message", "Happy birthday!", main);
        await fill("Other amount", "37.50", main);
        await press(the("button", "Add to cart · $37.50", main));
        await read(`For Grace (${recipient})`, the("dialog", "Cart"));
      },
    ],
    [
      "it is changed from the cart",
      async () => {
        await goto("/cart");
        await read("$37.50", items);
        await press(the("link", "Edit the gift card for Grace", main));
        await holds("Other amount", "37.5", main);
        await fill("Other amount", "40", main);
        await press(the("button", "Save changes", main));
        await at("/cart");
        await read("$40.00", items);
      },
    ],
    [
      "checkout asks for no address and takes no cash for it",
      async () => {
        await goto("/checkout");
        await read("Gift cards are sent by email", main);
        await see(the("radio", "Pay online", main));
        await gone(the("textbox", "Address line 1", main));
        await gone(the("radio", "Cash on delivery", main));
      },
    ],
    [
      "once paid for it is sent, and the order shows the recipient",
      async () => {
        await fill("Email", newEmail(), main);
        await check(the("radio", "Pay online", main));
        await press(the("button", "Place order"));
        await press(the("button", /^Pay$/));
        await address(/^\/order-detail\/SO-/);
        await read(`Sent to ${recipient}`, cards);
        await read("$40.00 for Grace", cards);
      },
    ],
    [
      "the recipient reads the message and redeems it by the link",
      async () => {
        const code = /\/user-profile\/wallet\?code=\S+/;
        const { text } = await messageTo(recipient, (message) => code.test(message.text));
        if (!text.includes("Happy birthday!")) throw new Error(text);
        await forget();
        await signIn(recipient);
        await goto(code.exec(text)?.[0] ?? "");
        await press(the("button", "Apply", main));
        await read("$40.00", the("region", "Balance"));
      },
    ],
  ];
}

function wallet(browser: Browser): Step[] {
  const { goto, see, read, press, fill, holds, check, signIn, address, reload } = shopper(browser);
  const { addToCart, fillAddress, placeOrder } = shopper(browser);
  const balance = the("region", "Balance");
  const amount = /^Amount/;
  return [
    [
      "an amount that the shop does not take is refused at its field",
      async () => {
        await signIn();
        await goto("/user-profile/wallet");
        await read("$0.00", balance);
        await press(the("button", "Continue to payment", main));
        await read("Amount cannot be blank.", main);
        await fill(amount, "4.99", main);
        await read("Amount must range from $5.00 - $500.00.", main);
      },
    ],
    [
      "an amount is chosen, and leads to the payment page",
      async () => {
        await press(the("button", /^\$50$/, main));
        await holds(amount, "50", main);
        await press(the("button", "Continue to payment", main));
        await see(the("button", "Decline"));
        await address(/^\/payments\/sandbox\//);
        await read("$50.00");
      },
    ],
    [
      "a declined payment adds nothing",
      async () => {
        await press(the("button", "Decline"));
        await read("The payment did not go through");
        await goto("/user-profile/wallet");
        await read("$0.00", balance);
      },
    ],
    [
      "once paid the money is there, also after a reload",
      async () => {
        await fill(amount, "50", main);
        await press(the("button", "Continue to payment", main));
        await press(the("button", /^Pay$/));
        await address(/^\/user-profile\/wallet\?topup=TU-/);
        await read("$50.00 has been added to your wallet", main);
        await read("$50.00", balance);
        await reload();
        await read("$50.00", balance);
        await read("Top-up", the("region", "Statement"));
      },
    ],
    [
      "it pays for an order",
      async () => {
        await addToCart();
        await goto("/checkout");
        await fillAddress();
        await check(the("checkbox", /wallet/i, main));
        await read(/Total.*\$0\.00|Nothing.*to pay|covers/i, main);
        await placeOrder();
        await see(the("h1", "Thank you, Dana"));
      },
    ],
  ];
}

export const credit: Journey[] = [
  { name: "gift-card", steps: giftCard },
  { name: "wallet", steps: wallet },
];
