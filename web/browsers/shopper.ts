/** What a journey does in a page, in the same words for every browser. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, eventually } from "./browser.ts";

export const shop = process.env["SHOP_URL"] ?? "http://127.0.0.1:8000";
const dataDir = process.env["SHOP_DATA_DIR"] ?? ".stallage";
const outbox = join(dataDir, "outbox");
const execute = promisify(execFile);

/** A step of a journey: what has to hold, and how it is brought about and checked. */
export type Step = [what: string, act: () => Promise<unknown>];

/** A walk through the shop that begins with an empty storage. */
export interface Journey {
  name: string;
  steps: (browser: Browser) => Step[];
}

const quoted = (text: string) => JSON.stringify(text);

/** An expression for the elements of a selector that have a text, or a label that has it. */
const having = (selector: string, text: string) =>
  `[...document.querySelectorAll(${quoted(selector)})].filter((one) => (one.textContent + " " + (one.getAttribute("aria-label") ?? "")).includes(${quoted(text)}))`;

export function shopper(browser: Browser) {
  /** Waits until an expression is true in the page. */
  const until = (what: string, expression: string) =>
    eventually(what, async () => {
      if ((await browser.run(expression)) !== true) throw new Error(expression);
    });
  /** Waits until an element has a text. */
  const text = (selector: string, wanted: string) =>
    until(`${selector} has ${wanted}`, `${having(selector, wanted)}.length > 0`);
  /** Waits until no element has a text. */
  const noText = (selector: string, unwanted: string) =>
    until(`no ${selector} has ${unwanted}`, `${having(selector, unwanted)}.length === 0`);
  /** Clicks the first element that has a text and is not disabled, once it is there. */
  const click = async (selector: string, wanted = "") => {
    const enabled = `${having(selector, wanted)}.find((one) => !one.disabled)`;
    await until(`${selector} with ${wanted} can be clicked`, `${enabled} !== undefined`);
    await browser.run(`void ${enabled}.click()`);
  };
  /** Puts a text into an input, as typing does. */
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
  const goto = (path: string) => browser.goto(`${shop}${path}`);
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
  return { until, text, noText, click, type, goto, at, signIn, enterCode };
}

let shoppers = 0;

/** An address that nobody has used before. */
export function newEmail(): string {
  shoppers += 1;
  return `browser-${Date.now()}-${shoppers}@example.test`;
}

interface Message {
  to: string;
  text: string;
  data: { otp?: string };
}

/** The newest message to somebody that is as wanted, once the shop has sent it. */
export async function messageTo(
  email: string,
  isWanted: (message: Message) => boolean,
): Promise<Message> {
  return eventually(`a message to ${email}`, async () => {
    const names = (await readdir(outbox)).filter((name) => !name.startsWith("."));
    for (const name of names.sort().reverse()) {
      const message = JSON.parse(await readFile(join(outbox, name), "utf8")) as Message;
      if (message.to.includes(email) && isWanted(message)) return message;
    }
    throw new Error("Nothing has come.");
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
