import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";

const run = promisify(execFile);
const dataDir = process.env["SHOP_DATA_DIR"] ?? "";

interface SentEmail {
  to: string;
  kind: string;
  text: string;
  data: { otp?: string; unsubscribe?: string };
}

/** Waits for the newest email to a recipient that matches. */
export async function emailTo(
  to: string,
  matches: (email: SentEmail) => boolean,
): Promise<SentEmail> {
  const outbox = join(dataDir, "outbox");
  let found: SentEmail | undefined;
  await expect
    .poll(async () => {
      // The folder is created with the first email.
      const all = existsSync(outbox) ? await readdir(outbox) : [];
      // Files that are being written have a name with a leading dot.
      const names = all.filter((name) => !name.startsWith("."));
      for (const name of names.sort().reverse()) {
        const email = JSON.parse(await readFile(join(outbox, name), "utf8")) as SentEmail;
        if (email.to.includes(to) && matches(email)) {
          found = email;
          return true;
        }
      }
      return false;
    })
    .toBe(true);
  if (!found) throw new Error(`No email to ${to}.`);
  return found;
}

export async function codeFor(to: string): Promise<string> {
  const { data } = await emailTo(to, (email) => email.data.otp !== undefined);
  return data.otp ?? "";
}

/** The link to a guest's order in its confirmation. */
export async function orderLinkFor(to: string): Promise<string> {
  const link = /https?:\/\/\S*\/order-detail\/\S*[?&]key=[^\s"<)]+/;
  const { text } = await emailTo(to, (email) => link.test(email.text));
  return link.exec(text)?.[0] ?? "";
}

let shoppers = 0;

/** An unused email address. */
export function newEmail(): string {
  shoppers += 1;
  return `shopper-${Date.now()}-${shoppers}@example.test`;
}

/** Signs in with a code on the login screen that is open. */
export async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("OTP")).toBeFocused();
  await page.getByLabel("OTP").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
}

export async function signIn(page: Page, email = newEmail()): Promise<string> {
  await page.goto("/login");
  await enterCode(page, email);
  await expect(page).toHaveURL("/");
  return email;
}

/** Adds the product whose page is open; where prices vary nothing is chosen beforehand. */
export async function addShown(page: Page): Promise<void> {
  const add = page.getByRole("button", { name: "Add to cart", exact: true }).first();
  await expect(add).toBeVisible();
  for (const option of await page.locator("#content fieldset").all()) {
    if ((await option.locator("input:checked").count()) === 0) {
      await option.locator("label").first().click();
    }
  }
  await add.click();
}

/** Puts a thing into the cart on its page. */
export async function addToCart(page: Page, slug = "everyday-mug"): Promise<void> {
  await page.goto(`/products/${slug}`);
  await addShown(page);
  await cartIsConfirmed(page);
}

/** Waits until the server has confirmed what the cart drawer shows. */
export async function cartIsConfirmed(page: Page): Promise<void> {
  const cart = page.getByRole("dialog", { name: "Cart" });
  await expect(cart.getByRole("listitem").first()).toBeVisible();
  await expect(cart.locator("[data-pending]")).toHaveCount(0);
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Dana");
  await page.getByLabel("Last name").fill("Kim");
  await page.getByLabel("Address line 1").fill("12 Harbor Street");
  await page.getByLabel("City").fill("Portland");
  // It is a text field until the states of the country are there.
  await page.getByRole("combobox", { name: "State" }).selectOption("OR");
  await page.getByLabel("Postal code").fill("97201");
  await page.getByLabel("Phone number").fill("5035550143");
}

/** Places the order that is filled in and waits for its page; its id. */
export async function placeOrder(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** The first link of a email that leads to such a place, as a path of this shop. */
export function linkIn(text: string, place: RegExp): string {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  const url = new URL(links.find((link) => place.test(link)) ?? "");
  return url.pathname + url.search + url.hash;
}

/** Runs an operator's command and returns what it says. */
export async function stallage(...words: string[]): Promise<string> {
  const { stdout } = await run(join(import.meta.dirname, "../../stallage"), words, {
    env: { ...process.env, STALLAGE_DATA_DIR: dataDir },
  });
  return stdout;
}

/** What an operator does to an order, from the shell. */
export async function advanceOrder(orderId: string, status: string): Promise<void> {
  await run(join(import.meta.dirname, "../../stallage"), ["orders", "advance", orderId, status], {
    env: { ...process.env, STALLAGE_DATA_DIR: dataDir },
  });
}

/**
 * Another process of the shop beside the one of the journeys, on the same data, with settings of its
 * own; gone when `visit` is over. Its address is given to `visit`.
 */
export async function besideWith(
  settings: Record<string, string>,
  visit: (address: string) => Promise<void>,
): Promise<void> {
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(join(import.meta.dirname, "../../stallage"), ["serve", "--port", port], {
    env: {
      ...process.env,
      STALLAGE_DATA_DIR: dataDir,
      STALLAGE_CLIENT_DIR: join(dataDir, "../client"),
      STALLAGE_PUBLIC_URL: address,
      STALLAGE_LOG_LEVEL: "warning",
      // All shoppers of the journeys come from one address.
      STALLAGE_OTP_PER_CLIENT_HOUR: "1000",
      STALLAGE_GUEST_ORDERS_PER_CLIENT_HOUR: "1000",
      STALLAGE_OTP_GUESSES_PER_CLIENT_HOUR: "1000",
      ...settings,
    },
    stdio: "inherit",
  });
  const ended = once(server, "exit");
  try {
    await expect(async () => {
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }).toPass({ timeout: 120_000 });
    await visit(address);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

export async function orderCash(page: Page): Promise<string> {
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  return placeOrder(page);
}
