import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { type ImportedShop, withImportedFile } from "../importedShop.ts";
import {
  acceptInvitation,
  createOperator,
  createOperatorOf,
  proveIdentity,
  resetOperator,
  signIn,
  stallage,
} from "./operator.ts";

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBe(0);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

test("an invited operator sets up a password and an app, signs out and comes back to a page", async ({
  page,
}) => {
  const email = `${unique()}@example.com`;
  const link = createOperator(email);
  const operator = await acceptInvitation(page, email, link);
  await signOut(page);

  // The link works once.
  await page.goto("/backoffice/sign-in");
  await page.goto(link);
  await expect(page.getByText("This link is no longer valid.", { exact: false })).toBeVisible();

  // A page that needs a session asks for one and is then shown.
  await page.goto("/backoffice/audit?q=operator");
  await expect(page).toHaveURL(/sign-in\?next=/);
  await expectAccessible(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong password, certainly");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("did not work");
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code", { exact: true }).fill(operator.recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/backoffice\/audit\?q=operator$/);
  await expect(page.getByRole("searchbox")).toHaveValue("operator");

  // A recovery code works once.
  await signOut(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code", { exact: true }).fill(operator.recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("the sign-in page sends nobody to another site", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/sign-in?next=//evil.example/x");
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/?$/);
});

test("a passkey is added, signs in and is removed", async ({ page, context }) => {
  // Browsers have no passkeys at an IP address.
  await withImportedFile([], {}, (shop) => usePasskey(page, context, shop), "localhost");
});

async function usePasskey(page: Page, context: BrowserContext, shop: ImportedShop): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const email = `${unique()}@example.com`;
  await acceptInvitation(page, email, createOperatorOf(shop, email));
  await page.goto(`${shop.address}/backoffice/account`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Work laptop");
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Work laptop")).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  await page.goto(`${shop.address}/backoffice/account`);
  await page.getByRole("button", { name: "Remove passkey Work laptop" }).click();
  await expect(page.getByText("Work laptop")).toBeHidden();
}

test("another session is signed out at once", async ({ page, browser, baseURL }) => {
  const email = `${unique()}@example.com`;
  const operator = await acceptInvitation(page, email, createOperator(email));
  const elsewhere = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await elsewhere.goto("/backoffice/sign-in");
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByLabel("Password", { exact: true }).fill(operator.password);
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await elsewhere.getByLabel("Code", { exact: true }).fill(operator.recoveryCodes[0] ?? "");
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere.getByRole("navigation", { name: "Main" }).first()).toBeVisible();

  await page.goto("/backoffice/account");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Signed out everywhere else.")).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await elsewhere.close();
});

test("theme and keys follow the account", async ({ page }) => {
  const email = `${unique()}@example.com`;
  await acceptInvitation(page, email, createOperator(email));
  await page.goto("/backoffice/account");
  const saved = () =>
    page.waitForResponse(
      (response) => response.url().endsWith("/account") && response.request().method() === "PATCH",
    );
  const themeSaved = saved();
  await page.getByText("Dark", { exact: true }).click();
  await themeSaved;
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessible(page);
  const keysSaved = saved();
  await page.getByLabel("Single-key shortcuts").click();
  await expect(page.getByLabel("Single-key shortcuts")).not.toBeChecked();
  await keysSaved;
  await page.locator("body").press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.getByLabel("Single-key shortcuts")).not.toBeChecked();
  await page.getByLabel("Single-key shortcuts").click();
  await expect(page.getByLabel("Single-key shortcuts")).toBeChecked();
  await page.getByRole("heading", { name: "Your account" }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a role of one's own, an invitation with it, and what its holder sees", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page);
  const name = `Warehouse ${unique()}`;
  await page.goto("/backoffice/team/roles");
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("See orders, their documents and their timeline").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("button", { name: `Edit ${name}` })).toBeVisible();

  await page.goto("/backoffice/team");
  const email = `${unique()}@example.com`;
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name", { exact: true }).fill("Lena Hoff");
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  await expect(page.getByText(`${email} · ${name}`)).toBeVisible();
  await expectAccessible(page);

  // The mail has the first link; the command line prints another one.
  const lena = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await acceptInvitation(lena, email, resetOperator(email));
  // With the number of orders that wait, if there are any.
  await expect(lena.getByRole("link", { name: /^Orders( \d+)?$/ })).toBeVisible();
  await expect(lena.getByRole("link", { name: "Settings" })).toBeHidden();
  await lena.goto("/backoffice/team");
  await expect(lena.getByText("Your role does not include this page.")).toBeVisible();

  // Disabled people are signed out at once; Undo brings them back.
  await page.reload();
  const row = page.getByRole("button", { name: "Manage Lena Hoff" });
  await row.last().click();
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Lena Hoff is disabled.")).toBeVisible();
  await lena.reload();
  await expect(lena.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Lena Hoff is enabled again.")).toBeVisible();
  await lena.close();
});

test("an access token is shown once, works and is revoked", async ({ page, request }) => {
  await signIn(page);
  const name = `Import ${unique()}`;
  await page.goto("/backoffice/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("See orders, their documents and their timeline").check();
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByText(/^sta_\S+$/).textContent()) ?? "";
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(token)).toBeHidden();
  const headers = { Authorization: `Bearer ${token}` };
  expect((await request.get("/api/admin/v1/orders", { headers })).status()).toBe(200);
  expect((await request.get("/api/admin/v1/audit", { headers })).status()).toBe(403);
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(page.getByText(`${name} was revoked.`)).toBeVisible();
  expect((await request.get("/api/admin/v1/orders", { headers })).status()).toBe(401);
});

test("the audit log is searched, filtered, opened by key and exported", async ({ page }) => {
  const email = `audited-${unique()}@example.com`;
  stallage("operator", "create", email, "--role", "support");
  await signIn(page);
  await page.goto("/backoffice/audit");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(email);
  await expect(page.getByText("2 entries")).toBeVisible();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Kind of actor" }).click();
  await page.getByLabel("Command line").click();
  await expect(page).toHaveURL(/actorKind=command/);
  await expect(page.getByText("2 entries")).toBeVisible();
  await expectAccessible(page);
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Operator: created" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "support" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/actorKind=command/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test("a dangerous action asks to confirm the identity and is then done", async ({ page }) => {
  const email = `${unique()}@example.com`;
  const operator = await acceptInvitation(page, email, createOperator(email));
  // As ten minutes after signing in: the first request is refused, as the server would.
  let refused = false;
  await page.route("**/api/admin/v1/account/recovery-codes", async (route) => {
    if (refused) return route.continue();
    refused = true;
    const error = { code: "step_up_required", message: "Please confirm.", fields: {} };
    return route.fulfill({ status: 403, json: { status: false, output: null, error } });
  });
  await page.goto("/backoffice/account");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm that it is you" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByLabel("Code").fill("000000");
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Code").fill("");
  await proveIdentity(page, operator);
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
});

test("every screen of accounts fits a phone @phone", async ({ page }) => {
  await signIn(page);
  for (const path of ["account", "team", "team/roles", "tokens", "audit"]) {
    await page.goto(`/backoffice/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
});
