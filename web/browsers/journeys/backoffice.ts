/** A day's work: an order from the shopper's click to the refund, and a question answered. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { operator } from "../operator.ts";
import { type Journey, newEmail, shopper, type Step } from "../shopper.ts";

const main = the("main");
const tracking = the("region", /^Tracking$/);
const payment = the("region", /^Payment$/);
const returned = the("region", /^Returns$/);
const FIRST = "1Z999AA10123456784";
const SECOND = "1Z999AA10123456785";

/** What the journey learns on its way. */
interface Day {
  email: string;
  orderId: string;
  ticketId: string;
  returnId: string;
}

function shopPath({ orderId }: Day): string {
  return `/order-detail/${orderId}`;
}

/** Two mugs and a bowl, paid online. */
function ordered(browser: Browser, day: Day): Step[] {
  const { goto, see, press, check, signIn, address, addToCart, fillAddress, read } =
    shopper(browser);
  return [
    [
      "a shopper orders two mugs and a bowl, and pays",
      async () => {
        await signIn(day.email);
        await addToCart("everyday-mug");
        await addToCart("everyday-mug");
        await addToCart("everyday-bowl");
        await goto("/checkout");
        await fillAddress();
        await check(the("radio", "Pay online"));
        await press(the("button", "Place order"));
        await press(the("button", /^Pay$/));
        await address(/^\/order-detail\/SO-/);
        await read(/^Paid$/, payment);
        day.orderId = String(await browser.run("location.pathname.split('/').at(-1)"));
      },
    ],
    [
      "an operator signs in, and the order waits among those to confirm",
      async () => {
        await operator(browser).signIn();
        await goto("/backoffice/orders?view=to-confirm");
        await see(having("link", day.orderId, main));
      },
    ],
  ];
}

function fulfilled(browser: Browser, day: Day): Step[] {
  const { goto, press, fill } = shopper(browser);
  const { act } = operator(browser);
  const panel = the("region", /^Ship parcel$/);
  const open = () => goto(`/backoffice/orders/${day.orderId}`);
  const ship = async (name: string, number: string, mugs: number, bowls: number, mail: RegExp) => {
    await open();
    await press(the("button", /^Ship \d/, main));
    await fill("Units of Everyday mug", String(mugs), panel);
    if (bowls === 0) await fill("Units of Everyday bowl", "0", panel);
    await fill("Carrier", "UPS", panel);
    await fill("Tracking number", number, panel);
    await act(day.email, {
      name,
      button: the("button", new RegExp(`^Ship ${mugs + bowls} item`), panel),
      done: having("text", /\d items? shipped/),
      page: shopPath(day),
      shows: having("text", number, tracking),
      mail,
    });
  };
  const step = (name: string, button: RegExp, done: RegExp, label: RegExp) => async () => {
    await open();
    await act(day.email, {
      name,
      button: the("button", button, main),
      done: the("button", done, main),
      page: shopPath(day),
      shows: having("text", label, tracking),
    });
  };
  return [
    ["the order is confirmed", step("confirm", /^Confirm$/, /^Pack 3 items/, /^Processing/)],
    ["the order is packed", step("pack", /^Pack 3 items/, /^Ship 3 items/, /^Prepared/)],
    [
      "a first parcel with one mug is shipped",
      () => ship("ship parcel 1", FIRST, 1, 0, new RegExp(FIRST)),
    ],
    [
      "a second parcel with the rest is shipped",
      () => ship("ship parcel 2", SECOND, 1, 1, new RegExp(SECOND)),
    ],
    [
      "both parcels are delivered",
      async () => {
        await open();
        await press(the("button", /^Mark delivered$/, main));
        await act(day.email, {
          name: "deliver",
          button: the("button", /^Mark delivered$/, the("region", /^Mark delivered$/)),
          done: having("text", /^Delivered$/, main),
          page: shopPath(day),
          shows: having("text", /^Delivered/, tracking),
          mail: /has been delivered/,
        });
      },
    ],
  ];
}

function refunded(browser: Browser, day: Day): Step[] {
  const { goto, press, see } = shopper(browser);
  const { act } = operator(browser);
  const panel = the("region", /^Refund$/);
  return [
    [
      "the bowl is refunded as previewed",
      async () => {
        await goto(`/backoffice/orders/${day.orderId}?panel=refund`);
        await press(the("button", "One more Everyday bowl", panel));
        await see(having("text", /^Credit note CN-/, panel));
        await act(day.email, {
          name: "refund the bowl",
          button: the("button", /^Refund \$/, panel),
          done: having("text", /\$\S+ refunded$/),
          page: shopPath(day),
          shows: having("text", /^Refunded: 1 × Everyday bowl/, tracking),
          mail: /Your refund/,
        });
      },
    ],
  ];
}

function takenBack(browser: Browser, day: Day): Step[] {
  const { gone, goto, press, check, fill, see, read, valueOf } = shopper(browser);
  const { act } = operator(browser);
  const dialog = the("dialog", "Return items");
  const open = () => goto(`/backoffice/returns/${day.returnId}`);
  const step =
    (name: string, button: string, done: string, label: string, mail: RegExp) => async () => {
      await open();
      await act(day.email, {
        name,
        button: the("button", button, main),
        done: having("text", done),
        page: shopPath(day),
        shows: having("text", label, returned),
        mail,
      });
    };
  return [
    [
      "the shopper asks to return a mug",
      async () => {
        await goto(shopPath(day));
        await press(the("button", "Return items", main));
        await check(the("checkbox", "Everyday mug", dialog));
        await press(the("button", "One less", dialog));
        await fill("Tell us more", "It is too small.", dialog);
        await press(the("button", "Request return", dialog));
        await read("Return requested", returned);
        await goto(`/backoffice/orders/${day.orderId}`);
        const link = the("link", /RT-/, main);
        await see(link);
        day.returnId = String(await valueOf(link, "/RT-[A-Z0-9-]+/.exec(found[0].href)?.[0]"));
      },
    ],
    [
      "the return is approved",
      step("approve", "Approve return", "Return approved.", "Return approved", /is approved/),
    ],
    [
      "the mug arrives",
      step("receive", "Mark received", "Items received.", "Back at company", /has arrived/),
    ],
    [
      "the mug is inspected and goes back into stock",
      async () => {
        const panel = the("region", /^Inspect items$/);
        await open();
        await press(the("button", "Inspect items", main));
        await see(having("text", /1 unit of .* goes back into stock/, panel));
        await press(the("button", "Accept 1 unit", panel));
        await see(having("text", "Inspection saved."));
        // It closes by going back, which ends a navigation that has begun.
        await gone(panel);
      },
    ],
    [
      "the return is completed, and the mug refunded",
      async () => {
        const panel = the("region", /^Complete return$/);
        await open();
        await press(the("button", "Complete return", main));
        await act(day.email, {
          name: "complete the return",
          button: the("button", /^Refund \$/, panel),
          done: having("text", "Return refunded."),
          page: shopPath(day),
          shows: having("text", "Return completed", returned),
          mail: /Your return is complete/,
        });
      },
    ],
  ];
}

function answered(browser: Browser, day: Day): Step[] {
  const { goto, press, fill, see, address } = shopper(browser);
  const { act } = operator(browser);
  const subject = () => `The glaze of ${day.orderId}`;
  const answer = "A new glaze is used since spring.";
  return [
    [
      "the shopper opens a ticket about the order",
      async () => {
        await goto(`/support-ticket?new=1&order=${day.orderId}`);
        await fill("Subject", subject(), main);
        await fill("How can we help?", "It differs from the picture.", main);
        await press(the("button", "Submit ticket", main));
        await address(/ticket=ST-/);
        day.ticketId = String(
          await browser.run("new URLSearchParams(location.search).get('ticket')"),
        );
      },
    ],
    [
      "the ticket is answered from the inbox",
      async () => {
        await goto("/backoffice/support");
        await press(having("link", subject(), main));
        await see(the("heading", subject(), main));
        await fill(/^Reply to/, answer, main);
        await act(day.email, {
          name: "answer the ticket",
          button: the("button", /^Send(?! and)/, main),
          done: having("text", "Reply sent."),
          page: `/support-ticket?ticket=${day.ticketId}`,
          shows: having("listitem", answer, the("list", "Conversation")),
          mail: new RegExp(answer),
        });
      },
    ],
  ];
}

function steps(browser: Browser): Step[] {
  const day: Day = { email: newEmail(), orderId: "", ticketId: "", returnId: "" };
  return [ordered, fulfilled, refunded, takenBack, answered].flatMap((part) => part(browser, day));
}

export const backoffice: Journey = { name: "day", steps };
