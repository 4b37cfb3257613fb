import { expect, type Page, test } from "@playwright/test";
import { answer, consoleErrors, refuse } from "./frame";
import { codeFor, newEmail } from "./shopper";

// The shop of the journeys has no client id, so its CSP forbids Google's script.
test.use({ bypassCSP: true });

// Availability is requested before every navigation, also by the last one of a test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** A shop with Google sign-in and a fake of Google's script. */
async function withGoogle(page: Page, script: string | null, clientId: unknown = "client-1") {
  const loads = { script: 0, clientId: 0 };
  await page.route("**/api/credentials/applicability", async (route) => {
    const { output } = (await (await route.fetch()).json()) as { output: object };
    await route.fulfill(answer({ ...output, googleSignIn: true }));
  });
  await page.route("**/api/credentials/googleAuth", (route) => {
    loads.clientId += 1;
    return route.fulfill(clientId === "refused" ? refuse() : answer({ clientId }));
  });
  await page.route("https://accounts.google.com/gsi/client", (route) => {
    loads.script += 1;
    return script === null
      ? route.abort()
      : route.fulfill({ contentType: "text/javascript", body: script });
  });
  return loads;
}

/** Google's library with a popup that runs `act` at once. */
const library = (act: string) => `
  window.google = { accounts: { oauth2: { initCodeClient: (settings) => {
    window.googleSettings = { ...settings };
    return { requestCode: () => { ${act} } };
  } } } };
`;

const button = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

test("a code from Google's popup signs in; client id and script are requested once", async ({
  page,
}) => {
  const email = newEmail();
  const loads = await withGoogle(page, library('settings.callback({ code: "code-1" })'));
  await page.goto("/login");
  await expect(button(page)).toHaveAttribute("data-theme", "outline");
  await expect(button(page)).toHaveAttribute("data-size", "large");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("button", { name: "Use another email" }).click();
  await expect(button(page)).toBeEnabled();
  expect(loads).toEqual({ script: 1, clientId: 1 });

  // A code replaces Google's confirmation here.
  let sent: unknown;
  await page.route("**/auth/google", async (route) => {
    sent = route.request().postDataJSON();
    const response = await page.request.post("/auth/otp/validate", {
      data: { email, otp: await codeFor(email) },
    });
    await route.fulfill({ response });
  });
  await button(page).click();
  await expect(page).toHaveURL("/");
  expect(sent).toMatchObject({ code: "code-1", guestSkuIds: [] });
  const settings = await page.evaluate(
    () => (window as unknown as { googleSettings: Record<string, unknown> }).googleSettings,
  );
  expect(settings).toMatchObject({
    client_id: "client-1",
    scope: "email profile openid",
    ux_mode: "popup",
  });
});

for (const [happened, act, text] of [
  ["was closed", 'settings.error_callback({ type: "popup_closed" })', "Google’s window was closed"],
  [
    "was blocked",
    'settings.error_callback({ type: "popup_failed_to_open" })',
    "Your browser blocked Google’s window.",
  ],
  ["failed", 'settings.callback({ error: "server_error" })', "Google could not sign you in."],
] as const) {
  test(`a popup that ${happened} shows a friendly message`, async ({ page }) => {
    await withGoogle(page, library(act));
    await page.goto("/login");
    await button(page).click();
    await expect(page.getByRole("status").getByText(text)).toBeVisible();
    await expect(button(page)).toBeEnabled();
    await expect(page).toHaveURL("/login");
  });
}

test("a script that fails to load is reported and logged, and loads on the next attempt", async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await withGoogle(page, null);
  await page.goto("/login");
  await expect(page.getByText("Google sign-in could not be loaded.")).toBeVisible();
  expect(errors.join()).toContain("Failed to load the Google 3P Authorization JavaScript Library.");
  await page.unroute("https://accounts.google.com/gsi/client");
  await page.route("https://accounts.google.com/gsi/client", (route) =>
    route.fulfill({ contentType: "text/javascript", body: library("") }),
  );
  await button(page).click();
  await expect(page.getByText("Google sign-in could not be loaded.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Send code" })).toBeVisible();
});

for (const [happened, clientId, text] of [
  ["there is no client id", null, "Failed to retrieve Google Client ID."],
  ["the client id cannot be fetched", "refused", "Error fetching Google Client ID:"],
] as const) {
  test(`Google sign-in is not enabled if ${happened}`, async ({ page }) => {
    const errors = consoleErrors(page);
    const loads = await withGoogle(page, library(""), clientId);
    await page.goto("/login");
    await expect.poll(() => errors.join()).toContain(text);
    await expect(button(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Send code" })).toBeVisible();
    expect(loads.script).toBe(0);
  });
}
