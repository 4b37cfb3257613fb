/** The actions of a journey in a page, the same for every browser. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, eventually } from "./browser.ts";
import { describe, having as containing, type Locator, the, withFound } from "./locator.ts";

export const shop = process.env["SHOP_URL"] ?? "http://127.0.0.1:8000";
const dataDir = process.env["SHOP_DATA_DIR"] ?? ".stallage";
export const outbox = join(dataDir, "outbox");
const execute = promisify(execFile);

/** A step of a journey: its name, and the actions and checks. */
export type Step = [what: string, act: () => Promise<unknown>];

/** A journey through the shop that starts with empty storage. */
export interface Journey {
  name: string;
  steps: (browser: Browser) => Step[];
  /** Ends what its steps have started. */
  end?: () => Promise<void>;
}

const quoted = (text: string) => JSON.stringify(text);

/** An expression for the elements of a selector that contain a text, or whose label does. */
const having = (selector: string, text: string) =>
  `[...document.querySelectorAll(${quoted(selector)})].filter((one) => (one.textContent + " " + (one.getAttribute("aria-label") ?? "")).includes(${quoted(text)}))`;

export function shopper(browser: Browser) {
  /** Waits until an expression is true in the page. */
  const until = (what: string, expression: string) =>
    eventually(what, async () => {
      if ((await browser.run(expression)) !== true) throw new Error("It does not hold.");
    });
  /** Waits until an element has a text. */
  const text = (selector: string, expected: string) =>
    until(`${selector} has ${expected}`, `${having(selector, expected)}.length > 0`);
  /** Waits until no element has a text. */
  const noText = (selector: string, unwanted: string) =>
    until(`no ${selector} has ${unwanted}`, `${having(selector, unwanted)}.length === 0`);
  /** Clicks the first element that has a text and is not disabled, once it is there. */
  const click = async (selector: string, expected = "") => {
    const enabled = `${having(selector, expected)}.find((one) => !one.disabled)`;
    await until(`${selector} with ${expected} can be clicked`, `${enabled} !== undefined`);
    await browser.run(`void ${enabled}.click()`);
  };
  /** Types a text into an input. */
  const type = async (selector: string, typed: string) => {
    await until(`${selector} is there`, `document.querySelector(${quoted(selector)}) !== null`);
    await browser.run(`(() => {
      const input = document.querySelector(${quoted(selector)});
      const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement
        : input instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(input, ${quoted(typed)});
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
  };
  /** Opens a page, and waits until the client reacts: before that, its links and forms are the browser's. */
  const goto = async (path: string) => {
    await browser.goto(`${shop}${path}`);
    await until(
      "the client has started",
      `(document.getElementById("app") === null || location.pathname.startsWith("/backoffice") || document.documentElement.dataset.started === "")`,
    );
  };
  /** Waits until an expression about `found`, the visible elements of a locator, is true. */
  const untilOf = (locator: Locator, expression: string) =>
    until(`${describe(locator)}: ${expression}`, withFound(locator, expression));
  const valueOf = (locator: Locator, expression: string) =>
    browser.run(withFound(locator, expression));
  /** Waits until an element is visible. */
  const see = (locator: Locator) => untilOf(locator, "found.length > 0");
  /** Waits until no such element is visible. */
  const gone = (locator: Locator) => untilOf(locator, "found.length === 0");
  const count = (locator: Locator, expected: number) =>
    untilOf(locator, `found.length === ${expected}`);
  /** Waits until a text is visible, in the page or inside an element. */
  const read = (text: string | RegExp, within?: Locator) => see(containing("text", text, within));
  /** Clicks an element once it is visible, enabled and covered by nothing. */
  const press = async (locator: Locator) => {
    await untilOf(locator, "usable(found) !== undefined");
    await browser.run(withFound(locator, "void (usable(found) ?? found[0])?.click()"));
  };
  /** Presses an element with the mouse, which also moves the focus as in this browser. */
  const clickOn = async (locator: Locator) => {
    const centre = () => browser.run(withFound(locator, "centre(usable(found))"));
    let last: [number, number] | null = null;
    let times = 0;
    // Looked at three times, 100 ms apart: a page still moves while its prices and pictures arrive.
    const [x, y] = await eventually(`${describe(locator)} lies still`, async () => {
      const place = (await centre()) as typeof last;
      times = place !== null && String(place) === String(last) ? times + 1 : 0;
      last = place;
      if (place === null || times < 2) throw new Error(`It was at ${String(place)}.`);
      return place;
    });
    await browser.click(x, y);
  };
  /** Checks or unchecks a radio button or a checkbox. */
  const check = async (locator: Locator, checked = true) => {
    await untilOf(locator, "usable(found) !== undefined");
    await browser.run(
      withFound(locator, `void (found[0]?.checked !== ${checked} && found[0]?.click())`),
    );
    await untilOf(locator, `found.some((one) => one.checked === ${checked})`);
  };
  /** Types a text into the field with a label. */
  const fill = async (label: string | RegExp, typed: string, within?: Locator) => {
    const field = the("textbox", label, within);
    await untilOf(field, "usable(found) !== undefined");
    await browser.run(
      withFound(
        field,
        `void (() => {
          const input = usable(found) ?? found[0];
          const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
          input.focus();
          Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(input, ${quoted(typed)});
          input.dispatchEvent(new Event("input", { bubbles: true }));
          input.dispatchEvent(new Event("change", { bubbles: true }));
        })()`,
      ),
    );
  };
  /** Waits until the field with a label has a value. */
  const holds = (label: string | RegExp, value: string, within?: Locator) =>
    untilOf(the("textbox", label, within), `found.some((one) => one.value === ${quoted(value)})`);
  /** Chooses an option by its text in the select with a label. */
  const choose = async (label: string | RegExp, option: string, within?: Locator) => {
    const field = the("combobox", label, within);
    const index = `[...(found[0]?.options ?? [])].findIndex((one) => one.text === ${quoted(option)})`;
    await untilOf(field, `${index} >= 0`);
    await browser.run(
      withFound(
        field,
        `void (() => {
          found[0].focus();
          found[0].selectedIndex = ${index};
          found[0].dispatchEvent(new Event("input", { bubbles: true }));
          found[0].dispatchEvent(new Event("change", { bubbles: true }));
        })()`,
      ),
    );
    await untilOf(field, `found[0]?.selectedOptions[0]?.text === ${quoted(option)}`);
  };
  /** Presses Enter in the field with a label, which submits its form. */
  const enter = (label: string | RegExp) =>
    browser.run(withFound(the("textbox", label), "void found[0].form.requestSubmit()"));
  const back = () => browser.run("void history.back()");
  const reload = async () => browser.goto(String(await browser.run("location.href")));
  /** Waits until the address, from its path on, matches. */
  const address = (pattern: RegExp) =>
    until(
      `an address like ${String(pattern)}`,
      `${String(pattern)}.test(location.pathname + location.search + location.hash)`,
    );
  /** Clears what scripts store, like a new shopper. */
  const forget = async () => {
    await browser.goto(`${shop}/robots.txt`);
    await browser.run("(localStorage.clear(), sessionStorage.clear())");
  };
  /** Waits until the header shows a number of items in the cart. */
  const cartHas = (items: number) =>
    see(the("link", `Cart, ${items} item${items === 1 ? "" : "s"}`));
  /** Chooses the first of each option on a product's page. */
  const chooseOptions = async () => {
    const open = `[...document.querySelectorAll("#content fieldset")].find(
      (option) => option.querySelector("input[type=radio]") && !option.querySelector("input:checked"))`;
    // One choice may change what the next option offers.
    await until(
      "each option is chosen",
      `(${open}?.querySelector("label").click(), ${open} === undefined)`,
    );
  };
  /** Adds a product on its page, with the first choice of each option. */
  const addToCart = async (slug = "everyday-mug") => {
    await goto(`/products/${slug}`);
    await see(the("button", /^Add to cart$/, the("main")));
    await chooseOptions();
    await press(the("button", /^Add to cart$/, the("main")));
    await see(the("dialog", "Cart"));
  };
  const fillAddress = async (within?: Locator) => {
    await fill("First name", "Dana", within);
    await fill("Last name", "Kim", within);
    await fill("Address line 1", "12 Harbor Street", within);
    await fill("City", "Portland", within);
    await choose("State", "Oregon", within);
    await fill("Postal code", "97201", within);
    await fill("Phone number", "5035550143", within);
  };
  /** Places the order, waits for its page and returns its id. */
  const placeOrder = async (): Promise<string> => {
    await press(the("button", "Place order"));
    await address(/^\/order-detail\/SO-/);
    return String(await browser.run("location.pathname.split('/').at(-1)"));
  };
  /** Orders a product with cash on delivery as the signed-in customer. Returns the order's id. */
  const order = async (slug = "everyday-mug"): Promise<string> => {
    await addToCart(slug);
    await goto("/checkout");
    await fillAddress();
    await check(the("radio", "Cash on delivery"));
    return placeOrder();
  };
  /** Waits until the address has a path. */
  const at = (path: string) => until(`at ${path}`, `location.pathname === ${quoted(path)}`);
  /** Signs in on the login screen with a code, and waits for home. */
  const signIn = async (email = newEmail()): Promise<string> => {
    await goto("/login");
    await enterCode(email);
    await at("/");
    return email;
  };
  const enterCode = async (email: string) => {
    await type("main input[type=email]", email);
    await click("button", "Send code");
    await until("the code's field", `document.querySelector("input[name=otp]") !== null`);
    await type("input[name=otp]", await codeFor(email));
    await click("button", "Verify");
  };
  return {
    ...{ until, text, noText, click, type, goto, at, signIn, enterCode },
    ...{
      untilOf,
      valueOf,
      see,
      gone,
      count,
      read,
      press,
      clickOn,
      check,
      fill,
      holds,
      choose,
      enter,
    },
    ...{ back, reload, address, forget, cartHas },
    ...{ addToCart, chooseOptions, fillAddress, placeOrder, order },
  };
}

let shoppers = 0;

/** An unused email address. */
export function newEmail(): string {
  shoppers += 1;
  return `browser-${Date.now()}-${shoppers}@example.test`;
}

export interface Message {
  to: string;
  text: string;
  data: { otp?: string };
}

/** Waits for the newest message to a recipient that matches. */
export async function messageTo(
  email: string,
  matches: (message: Message) => boolean,
): Promise<Message> {
  return eventually(`a message to ${email}`, async () => {
    const names = (await readdir(outbox)).filter((name) => !name.startsWith("."));
    for (const name of names.sort().reverse()) {
      const message = JSON.parse(await readFile(join(outbox, name), "utf8")) as Message;
      if (message.to.includes(email) && matches(message)) return message;
    }
    throw new Error("No message has arrived.");
  });
}

export async function codeFor(email: string): Promise<string> {
  return (await messageTo(email, ({ data }) => data.otp !== undefined)).data.otp ?? "";
}

/** Runs an operator's command and returns what it prints. */
export async function stallage(...words: string[]): Promise<string> {
  const { stdout } = await execute(join(import.meta.dirname, "../../stallage"), words, {
    env: { ...process.env, STALLAGE_DATA_DIR: dataDir },
  });
  return stdout;
}
