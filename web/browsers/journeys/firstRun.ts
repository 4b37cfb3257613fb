/** The first run: from an empty database to an order that was shipped and refunded. */
import { type EmptyShop, startEmptyShop } from "../../e2e/backoffice/emptyShop.ts";
import { type Browser, eventually } from "../browser.ts";
import { having, type Locator, the } from "../locator.ts";
import { operator } from "../operator.ts";
import { type Journey, shopper, type Step } from "../shopper.ts";

const main = the("main");
const region = (name: RegExp) => the("region", name, main);
const save = the("button", "Save and continue", main);
const skip = the("button", "Skip for now", main);

/** The shop works with new settings once its processes have read them, in ms. */
const APPLIED = 90_000;

/** What the journey learns on its way. */
interface Run {
  shop: EmptyShop & { stop: () => Promise<void> };
  order: string;
}

let stop: (() => Promise<void>) | undefined;

function setUp(browser: Browser, run: Partial<Run>): Step[] {
  const { see, press, fill, holds, check } = shopper(browser);
  const patiently = (locator: Locator) =>
    eventually("the settings are applied", () => see(locator), APPLIED);
  return [
    [
      "the owner creates an account from the printed link",
      async () => {
        run.shop = await startEmptyShop();
        stop = run.shop.stop;
        await browser.goto(run.shop.link);
        await fill("Your name", "Ada Lovelace");
        await fill("Your email", "ada@example.com");
        await press(the("button", "Continue"));
        await operator(browser).setUpSignIn();
      },
    ],
    [
      "the guide asks for name, country and taxes",
      async () => {
        await fill("Name of the shop", "Klee");
        await fill("Email for shoppers", "hallo@klee.example");
        await press(save);
        await see(region(/^Logo and colour$/));
        await press(skip);
        await fill(/^Country/, "Germany");
        await press(the("option", /^Germany$/));
        await holds(/^Currency/, "EUR, Euro");
        await fill(/^Language/, "English (Germany)");
        await press(the("option", /^English \(Germany\)/));
        await press(save);
        await patiently(region(/^Taxes$/));
        await holds(/^Rate/, "19");
        await press(save);
      },
    ],
    [
      "delivery, payment and the first product follow",
      async () => {
        await see(region(/^Delivery$/));
        await fill(/^Price$/, "4.9");
        await press(save);
        await see(region(/^Payment$/));
        await check(the("radio", "Test payments"));
        await press(save);
        await patiently(region(/^Email$/));
        await press(skip);
        await see(region(/^First product$/));
        await fill("Title", "Blue bowl");
        await fill(/^Price$/, "18");
        await fill("Units in stock", "5");
        await press(the("button", "Put on sale", main));
        await see(region(/^Your shop is ready to sell$/));
      },
    ],
  ];
}

function sold(browser: Browser, run: Partial<Run>): Step[] {
  const { see, press, fill, check, address } = shopper(browser);
  return [
    [
      "a guest buys it and pays",
      async () => {
        await browser.goto(`${run.shop?.address ?? ""}/products/blue-bowl`);
        await press(the("button", /^Add to cart$/, main));
        await press(the("button", "Checkout", the("dialog", "Cart")));
        await fill(/^Email/, "dana@example.test");
        await fill("First name", "Dana");
        await fill("Last name", "Kim");
        await fill("Address line 1", "Hafenstraße 12");
        await fill("City", "Hamburg");
        await fill("Postal code", "20459");
        await fill("Phone number", "4031234567");
        await check(the("radio", "Pay online"));
        await press(the("button", "Place order"));
        await press(the("button", /^Pay$/));
        await address(/^\/order-detail\/SO-/);
        await see(the("h1", "Thank you, Dana"));
        run.order = String(await browser.run("location.pathname.split('/').at(-1)"));
      },
    ],
    [
      "the owner confirms, packs and ships the order",
      async () => {
        const parcel = the("region", /^Ship parcel$/);
        await browser.goto(`${run.shop?.address ?? ""}/backoffice/orders/${run.order ?? ""}`);
        await press(the("button", /^Confirm$/, main));
        await press(the("button", /^Pack 1 item/, main));
        await press(the("button", /^Ship 1 item/, main));
        await fill("Carrier", "DHL", parcel);
        await fill("Tracking number", "00340434161094", parcel);
        await press(the("button", /^Ship 1 item/, parcel));
        await see(having("text", /1 item shipped/));
      },
    ],
    [
      "the owner refunds it",
      async () => {
        const panel = the("region", /^Refund$/);
        await browser.goto(
          `${run.shop?.address ?? ""}/backoffice/orders/${run.order ?? ""}?panel=refund`,
        );
        await press(the("button", "One more Blue bowl", panel));
        await press(the("button", /^Refund €/, panel));
        await see(having("text", /€18\.00 refunded/));
      },
    ],
  ];
}

export const firstRun: Journey = {
  name: "first-run",
  steps: (browser) => {
    const run: Partial<Run> = {};
    return [setUp, sold].flatMap((part) => part(browser, run));
  },
  end: async () => {
    await stop?.();
    stop = undefined;
  },
};
