import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type APIResponse, expect, type Page } from "@playwright/test";
import { stepOf, totpCode } from "./totp.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PASSWORD = "quiet kiln sparrow lantern";

/** An operator of the journeys who signs in with a password and an authenticator app. */
export interface Operator {
  email: string;
  password: string;
  /** Of the authenticator app, in base32. */
  secret: string;
  /** For when a code was used already in this time step. Each works once. */
  recoveryCodes: string[];
}

/** A shop that commands are run for. */
interface CommandShop {
  address: string;
  dataDir: string | undefined;
}

/** The shop of the journeys. */
function journeysShop(): CommandShop {
  return {
    address: process.env["SHOP_URL"] ?? `http://127.0.0.1:${process.env["SHOP_PORT"] ?? ""}`,
    dataDir: process.env["SHOP_DATA_DIR"],
  };
}

/** Runs a command of the journeys' shop. */
export function stallage(...args: string[]): string {
  return runCommand(journeysShop(), args);
}

function runCommand({ address, dataDir }: CommandShop, args: readonly string[]): string {
  return execFileSync(join(ROOT, "stallage"), args, {
    encoding: "utf8",
    env: {
      ...process.env,
      ...(dataDir === undefined ? {} : { STALLAGE_DATA_DIR: dataDir }),
      STALLAGE_PUBLIC_URL: address,
    },
  });
}

/** Creates an operator and returns the path of the link that sets up their sign-in. */
export function createOperator(email: string, role = "owner", name = "Priya Raman"): string {
  return pathOfLink(stallage("operator", "create", email, "--role", role, "--name", name));
}

/** Does the same in another shop; returns the whole link. */
export function createOperatorOf(shop: CommandShop, email: string): string {
  const path = pathOfLink(runCommand(shop, ["operator", "create", email, "--name", "Priya Raman"]));
  return shop.address + path;
}

/** Removes an operator's sign-in and returns the path of the link that sets up a new one. */
export function resetOperator(email: string): string {
  return pathOfLink(stallage("operator", "reset", email));
}

function pathOfLink(output: string): string {
  const link = /https?:\/\/\S+\/backoffice\/invitation#\S+/.exec(output)?.[0];
  if (link === undefined) throw new Error(`No link in: ${output}`);
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

/** The code that the authenticator app shows now. The server takes each once. */
export function currentCode(secret: string): string {
  return totpCode(secret, stepOf(Date.now()));
}

/** Accepts an invitation with a password and an authenticator app. The page is signed in afterwards. */
export async function acceptInvitation(page: Page, email: string, link: string): Promise<Operator> {
  await page.goto(link);
  const password = page.getByText("Password and app", { exact: true });
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  if (await password.isVisible()) await password.click();
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? "";
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Finish" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes.first()).toBeVisible();
  const recoveryCodes = await codes.allTextContents();
  await page.getByLabel("I have stored these codes").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  return { email, password: PASSWORD, secret, recoveryCodes };
}

/** Operators of this run, by role: workers and files share them, so that each is set up once. */
function storedPath(role: string): string {
  const folder = dirname(process.env["SHOP_DATA_DIR"] ?? "/tmp/stallage-e2e/shop");
  mkdirSync(folder, { recursive: true });
  return join(folder, `operator-${role}.json`);
}

interface Stored {
  cookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
  operator: Operator;
}

function read(role: string): Stored | null {
  try {
    return JSON.parse(readFileSync(storedPath(role), "utf8")) as Stored;
  } catch {
    return null; // Not set up yet.
  }
}

/** Whether there is a session that needs no step-up authentication in the next minutes. */
async function isJustProven(answer: APIResponse): Promise<boolean> {
  if (!answer.ok()) return false;
  const { output } = (await answer.json()) as { output: { verifiedUntil: string } };
  return Date.parse(output.verifiedUntil) > Date.now() + 3 * 60_000;
}

/**
 * Signs a page in to the back office as an operator with this role and opens Today. The session of the
 * first call is used again while it lasts. It was just proven, so that no journey is asked for a code.
 */
export async function signIn(page: Page, role = "owner"): Promise<Operator> {
  const stored = read(role);
  if (stored) {
    await page.context().addCookies(stored.cookies);
    const answer = await page.request.get("/api/admin/v1/session");
    if (await isJustProven(answer)) {
      await page.goto("/backoffice/");
      await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
      return stored.operator;
    }
  }
  const email = `${role}-${randomInt(1_000_000)}@example.com`;
  const operator = await acceptInvitation(page, email, createOperator(email, role));
  const cookies = await page.context().cookies();
  writeFileSync(storedPath(role), JSON.stringify({ operator, cookies } satisfies Stored));
  return operator;
}

/**
 * Answers the dialog that asks for step-up authentication. The server takes each time step once, and signing
 * in has used the present one; it also takes the next, for clocks that are ahead.
 */
export async function proveIdentity(page: Page, operator: Operator): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Code").fill(totpCode(operator.secret, stepOf(Date.now()) + 1));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}
