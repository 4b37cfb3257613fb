import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, type Page, type Route } from "@playwright/test";

/** Matches the paths of all API requests. */
export const API = /\/(api|auth|customer|wishlist)(\/|$|\?)/;

/** An error response in the envelope. */
export function refuse(
  status = 503,
  message = "The shop is being tidied up.",
): Parameters<Route["fulfill"]>[0] {
  const error = { code: "not_ready", message, fields: {} };
  return { status, json: { status: false, output: null, error } };
}

export function answer(output: unknown): Parameters<Route["fulfill"]>[0] {
  return { json: { status: true, output, error: null } };
}

/** Moves the mouse, which starts the client. The first event of a mouse that enters a page has no movement. */
export async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Waits until the client reacts: before that, links and forms of a page from the server are the browser's. */
export function expectStarted(page: Page): Promise<void> {
  return expect(page.locator("html")).toHaveAttribute("data-started", "");
}

/** Collects the errors in the page's console. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Navigates inside the client to a URL, like a link on the page. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  // Before that, nothing listens.
  await expectStarted(page);
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Follows a link of the footer: a client-side navigation. */
export async function followFooter(page: Page, name: string): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
}

/**
 * Replaces the served build with a newer one: every script has another name and the old ones are gone,
 * as after a release.
 */
export async function release(): Promise<void> {
  const client = join(dirname(process.env["SHOP_DATA_DIR"] ?? ""), "client");
  const assets = join(client, "assets");
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const newer = (name: string) => name.replace(/\.js$/, "n.js");
  const renew = async (file: string) => {
    const text = await readFile(file, "utf8");
    const named = new RegExp(scripts.map((name) => name.replace(/[.$]/g, "\\$&")).join("|"), "g");
    await writeFile(file, text.replace(named, newer));
  };
  for (const name of await readdir(assets)) {
    if (/\.js\.(br|gz)$/.test(name)) await rm(join(assets, name));
  }
  for (const name of scripts) {
    await renew(join(assets, name));
    await rename(join(assets, name), join(assets, newer(name)));
  }
  await renew(join(client, ".vite", "manifest.json"));
  const worker = join(client, "sw.js");
  await renew(worker);
  const text = await readFile(worker, "utf8");
  await writeFile(worker, text.replace(/(?<=(assets|pages)-)[0-9a-f]{12}n*/g, "$&n"));
  // The server checks only this file, so it is written last.
  await renew(join(client, "index.html"));
}

/** The error of an area, with its button to try again. */
export async function expectFailure(page: Page, text: string | RegExp): Promise<void> {
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: text });
  await expect(failure.first()).toBeVisible();
  await expect(failure.first().getByRole("button", { name: "Try again" })).toBeVisible();
}

/** A document without what the server has rendered. */
export function withoutMarkup(html: string): string {
  return html
    .replace(
      /<div id="app">[\s\S]*<script type="application\/json" id="answers">[\s\S]*?<\/script>/,
      '<div id="app"></div>',
    )
    .replace(/<script type="application\/json" id="cart">[^<]*<\/script>/, "");
}

/** Serves pages as if the server had not rendered them, so that the browser asks for their data. */
export async function withoutServerRendering(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const type = response.headers()["content-type"] ?? "";
    if (!type.startsWith("text/html")) return route.fulfill({ response });
    return route.fulfill({ response, body: withoutMarkup(await response.text()) });
  });
}
