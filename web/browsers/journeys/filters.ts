/** The advanced filter on a product list and on the order list. */
import type { Browser } from "../browser.ts";
import { having, the } from "../locator.ts";
import { type Journey, shopper, type Step } from "../shopper.ts";

const main = the("main");
const sheet = the("dialog", "Advanced filter");

interface Condition {
  field: string;
  type: string;
  value: string;
}

function filters(browser: Browser): Step[] {
  const { goto, at, see, gone, count, read, press, fill, choose, back, reload, address } =
    shopper(browser);
  const { signIn, order } = shopper(browser);
  const filterBy = async ({ field, type, value }: Condition) => {
    const condition = the("group", /^Condition 1$/, sheet);
    await press(the("button", "Advanced filter"));
    await choose("Field", field, condition);
    await choose("Filter type", type, condition);
    await fill("Value", value, condition);
    await press(the("button", "Apply filter", sheet));
    await gone(sheet);
  };
  const kitchen = "/c/collections/kitchen";
  const chip = the("button", "Remove filter Price greater than $50", main);
  const total = the("button", "Total greater than $1,000", main);
  return [
    [
      "a condition that is not complete is refused",
      async () => {
        await goto(kitchen);
        await see(having("status", "7 products", main));
        await press(the("button", "Advanced filter"));
        await choose("Field", "Price", sheet);
        await press(the("button", "Apply filter", sheet));
        await see(having("alert", "Price cannot be blank.", sheet));
        await press(the("button", "Close", sheet));
        await gone(sheet);
        await at(kitchen);
      },
    ],
    [
      "a condition narrows a product list and is shown in words",
      async () => {
        await filterBy({ field: "Price", type: "Greater than", value: "50" });
        await see(chip);
        await see(having("status", "2 products", main));
        await count(the("article", "", main), 2);
        await address(/[?&]filter=price%3Agt%3A5000/);
      },
    ],
    [
      "it is in the address, so a reload keeps it",
      async () => {
        await reload();
        await see(chip);
        await see(having("status", "2 products", main));
      },
    ],
    [
      "Back undoes it",
      async () => {
        await back();
        await see(having("status", "7 products", main));
        await gone(chip);
      },
    ],
    [
      "its chip takes it away as well",
      async () => {
        await filterBy({ field: "Name", type: "Contains", value: "oil" });
        await see(having("status", "1 product", main));
        await press(the("button", "Remove filter Name contains “oil”", main));
        await see(having("status", "7 products", main));
      },
    ],
    [
      "a condition narrows the order list",
      async () => {
        await signIn();
        const orderId = await order();
        await goto("/user-profile/orders");
        await see(the("link", `View order ${orderId}`, main));
        await filterBy({ field: "Product", type: "Contains", value: "MUG" });
        await see(having("status", "1 order", main));
        await see(the("link", `View order ${orderId}`, main));
      },
    ],
    [
      "where no order matches, the list says so",
      async () => {
        await filterBy({ field: "Total", type: "Greater than", value: "1000" });
        await read("No order matches", main);
        await see(total);
      },
    ],
    [
      "Back returns to the condition before, and to none",
      async () => {
        await back();
        await see(having("status", "1 order", main));
        await gone(total);
        await back();
        await at("/user-profile/orders");
        await address(/^\/user-profile\/orders$/);
        await see(the("link", "View order", main));
      },
    ],
  ];
}

export const filter: Journey = { name: "filter", steps: filters };
