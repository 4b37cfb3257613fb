import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { pressAt, tabTo, typeAt } from "./keyboard";
import { addToCart, codeFor, fillAddress, emailTo, newEmail, placeOrder, signIn } from "./shopper";

/** Presses "Send code" until the shop sends a second code after the one for signing in. Returns it. */
async function askForCode(page: Page, place: Locator, email: string): Promise<string> {
  const before = await codeFor(email);
  await expect(async () => {
    await place.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByLabel("OTP")).toBeFocused({ timeout: 2000 });
  }).toPass({ timeout: 40_000, intervals: [1000] });
  const { data } = await emailTo(email, ({ data: { otp } }) => otp !== undefined && otp !== before);
  return data.otp ?? "";
}

/** Pastes a text by its event. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(async (copied) => {
    await navigator.clipboard.writeText(copied);
  }, text);
  await page.keyboard.press("ControlOrMeta+V");
}

test("what a guest saved is kept after signing in, by keyboard alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const email = newEmail();
  await page.goto("/products/everyday-mug");
  await pressAt(
    page,
    page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first(),
  );
  await expect(
    page.getByRole("main").getByRole("button", { name: "Remove from wishlist" }).first(),
  ).toBeVisible();
  await page.goto("/login?next=/products/everyday-mug");
  await typeAt(page, page.getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  const otp = page.getByLabel("OTP");
  await expect(otp).toBeFocused();
  await expect(otp).toHaveAttribute("autocomplete", "one-time-code");
  await expect(otp).toHaveCount(1);

  // The countdown is by the clock: a reload does not restart it.
  const resend = page.getByRole("button", { name: /^Resend code/ });
  const seconds = async () => Number(/\d+/.exec((await resend.textContent()) ?? "")?.[0]);
  const before = await seconds();
  await page.reload();
  await expect(otp).toBeFocused();
  expect(await seconds()).toBeLessThanOrEqual(before);
  expect(await seconds()).toBeGreaterThan(0);
  await expect(resend).toBeDisabled();

  const code = await codeFor(email);
  await paste(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
  await expect(otp).toHaveValue(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products/everyday-mug");
  await expect(
    page.getByRole("main").getByRole("button", { name: "Remove from wishlist" }).first(),
  ).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await expect(page.getByRole("main").getByRole("link", { name: /mug/i }).first()).toBeVisible();
  await pressAt(
    page,
    page.getByRole("main").getByRole("button", { name: "Remove from wishlist" }).first(),
  );
  await expect(page.getByRole("main").getByRole("link", { name: /mug/i })).toHaveCount(0);
});

test("profile and addresses by keyboard alone", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile/profile");
  await typeAt(page, page.getByLabel("First name"), "Dana");
  await typeAt(page, page.getByLabel("Last name"), "Kim");
  const open = page.getByRole("button", { name: "Choose a date" });
  await pressAt(page, open);
  const days = page.getByRole("group", { name: "Choose a date" });
  await tabTo(page, days.getByLabel("Month", { exact: true }));
  await page.keyboard.type("Mar");
  await tabTo(page, days.getByLabel("Year", { exact: true }));
  await page.keyboard.type("1990");
  await tabTo(page, days.getByRole("button", { name: "Mar 1, 1990", exact: true }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(open).toBeFocused();
  await expect(page.getByLabel("Date of birth")).toHaveValue("03/09/1990");
  await tabTo(page, page.getByLabel("Gender"));
  await page.keyboard.type("Fem");
  await pressAt(page, page.getByRole("button", { name: "Save profile" }));
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/user-profile/addresses");
  const add = page.getByRole("button", { name: "Add address" });
  await pressAt(page, add);
  const sheet = page.getByRole("dialog");
  await tabTo(page, sheet.getByLabel("Country"));
  await page.keyboard.type("Germany");
  await expect(sheet.getByLabel("State")).toHaveCount(0);
  await typeAt(page, sheet.getByLabel("First name"), "Dana");
  await typeAt(page, sheet.getByLabel("Last name"), "Kim");
  await typeAt(page, sheet.getByLabel("Address line 1"), "Torstr. 1");
  await typeAt(page, sheet.getByLabel("City"), "Berlin");
  await typeAt(page, sheet.getByLabel("Postal code"), "1011");
  await page.keyboard.press("Enter");
  await expect(sheet.getByLabel("Postal code")).toBeFocused();
  await expect(sheet.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("End");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(page.getByText("Primary", { exact: true })).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: /^Delete address/ }));
  await pressAt(
    page,
    page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }),
  );
  await expect(page.getByText("Torstr. 1")).toBeHidden();
});

test("a profile picture is added, changed and removed", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile/profile");
  await page.getByLabel("Add a picture").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } }),
  });
  await expect(page.getByText("Picture updated")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Change the picture")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  await page.getByLabel("Add a picture").setInputFiles({
    name: "me.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("GIF89a"),
  });
  await expect(page.getByText("Please upload a JPEG, PNG or WebP picture.")).toBeVisible();
});

test("a visitor without an account downloads and deletes their data", async ({ page }) => {
  await page.goto("/your-data");
  await expectAccessible(page);
  const email = newEmail();
  await typeAt(page, page.getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  const otp = page.getByLabel("OTP");
  await expect(otp).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This code is not correct.")).toBeVisible();
  await expectAccessible(page);
  await otp.fill(await codeFor(email));
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toBe("my-data.json");
  await expect(page.getByText("Your download has started")).toBeVisible();

  await pressAt(page, page.getByRole("button", { name: "Make another request" }));
  await tabTo(page, page.getByRole("radio", { name: "Download your data" }));
  await page.keyboard.press("ArrowDown");
  const another = newEmail();
  await typeAt(page, page.getByLabel("Email"), another);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The law requires us to keep invoices")).toBeVisible();
  await otp.fill(await codeFor(another));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your data has been deleted")).toBeVisible();
  // A code requested here is not valid for signing in.
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("all devices are listed; one is signed out from another, then all", async ({ browser }) => {
  const here = await (await browser.newContext()).newPage();
  const email = await signIn(here);
  const there = await (await browser.newContext()).newPage();
  await there.goto("/login");
  await there.getByLabel("Email").fill(email);
  const code = await askForCode(there, there.getByRole("main"), email);
  await there.getByLabel("OTP").fill(code);
  await there.getByRole("button", { name: "Verify" }).click();
  await expect(there).toHaveURL("/");

  await here.goto("/user-profile/privacy");
  const devices = here.getByRole("list", { name: "Where you are signed in" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("This device")).toHaveCount(1);
  await expectAccessible(here);
  await pressAt(here, devices.getByRole("button", { name: /^Sign out on/ }));
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  await pressAt(here, here.getByRole("button", { name: "Sign out everywhere" }));
  const sheet = here.getByRole("dialog");
  await expectAccessible(here);
  await pressAt(here, sheet.getByRole("button", { name: "Sign out everywhere" }));
  await expect(here).toHaveURL(/\/login\?next=/);
  await here.context().close();
  await there.context().close();
});

test("an account is deleted with a code", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/user-profile/privacy");
  await page.getByRole("button", { name: "Delete account" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("The law requires us to keep invoices")).toBeVisible();
  await expectAccessible(page);
  const code = await askForCode(page, sheet, email);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("This code is not correct.")).toBeVisible();
  await sheet.getByLabel("OTP").fill(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});

test("wallet, orders and recently viewed products, by keyboard alone", async ({ page }) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/user-profile/recentlyViewed");
  const seen = page.getByRole("main").getByRole("link", { name: /Everyday mug/ });
  await pressAt(page, seen.first());
  await expect(page).toHaveURL(/\/products\/everyday-mug/);

  await page.goto("/user-profile/wallet");
  await typeAt(page, page.getByLabel("Gift code"), "KILN-2500-OAK");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No transactions yet")).toBeHidden();
  await expect(page.getByRole("main")).toContainText("$25.00");
  await expectAccessible(page);

  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  await page.goto("/user-profile/orders");
  await typeAt(page, page.getByLabel("Search orders"), "teapot of glass");
  await expect(page.getByText("No order matches")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("mug");
  await tabTo(page, page.getByLabel("Status"));
  await page.keyboard.type("In");
  await expect(page).toHaveURL(/status=open/);
  await pressAt(page, page.getByRole("link", { name: /^View order/ }));
  await expect(page).toHaveURL(`/order-detail/${orderId}`);
});
