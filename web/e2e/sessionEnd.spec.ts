import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { pictureOf } from "./pictures";
import {
  addToCart,
  advanceOrder,
  codeFor,
  emailTo,
  fillAddress,
  orderCash,
  signIn,
} from "./shopper";

test.slow();

const RIM = pictureOf("rim.png", [180, 40, 40]);
const FOOT = pictureOf("foot.png", [40, 40, 180]);

/** Adds a picture to the open form, which is then its `number`th. */
async function addPicture(page: Page, picture: typeof RIM, number: number): Promise<void> {
  await page.getByLabel("Add pictures").setInputFiles(picture);
  await expect(page.getByRole("button", { name: `Remove picture ${number}` })).toBeVisible();
}

/** Ends the session: the server knows neither token, as when it has been revoked. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ["accessToken", "refreshToken"]) localStorage.setItem(key, "revoked");
  });
}

/** Signs in again on the login page that the ended session has led to, and is back at `path`. */
async function signInAgain(page: Page, email: string, path: string): Promise<void> {
  const before = await codeFor(email);
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: path })}`);
  await expect(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  // Codes for one address have to be some seconds apart.
  await expect(async () => {
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByLabel("OTP")).toBeFocused({ timeout: 2_000 });
  }).toPass();
  const { data } = await emailTo(email, ({ data }) => ![undefined, before].includes(data.otp));
  await page.getByLabel("OTP").fill(data.otp ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(path);
}

test("a ticket is as it was typed after the session has ended", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/support-ticket?new=1");
  await page.getByLabel("Subject").fill("Where is my vase?");
  await page.getByLabel("How can we help?").fill("It has not arrived.");
  await addPicture(page, RIM, 1);
  await endSession(page);
  // It cannot be uploaded any more: it is as soon as the session goes on.
  await page.getByLabel("Add pictures").setInputFiles(FOOT);
  await signInAgain(page, email, "/support-ticket?new=1");
  await expect(page.getByLabel("Subject")).toHaveValue("Where is my vase?");
  await expect(page.getByLabel("How can we help?")).toHaveValue("It has not arrived.");
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Where is my vase?" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open picture/ })).toHaveCount(2);
  // What has been sent is not there again.
  await page.getByRole("link", { name: "All tickets" }).click();
  await page.getByRole("main").getByRole("link", { name: "New ticket" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(0);
});

test("a reply and its pictures are as they were after the session has ended", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/support-ticket?new=1");
  await page.getByLabel("Subject").fill("Where is my vase?");
  await page.getByLabel("How can we help?").fill("It has not arrived.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await page.getByLabel("Your message").fill("It is here now, with a chip.");
  await addPicture(page, RIM, 1);
  const { pathname, search } = new URL(page.url());
  await endSession(page);
  await page.getByRole("button", { name: "Send reply" }).click();
  await signInAgain(page, email, pathname + search);
  await expect(page.getByLabel("Your message")).toHaveValue("It is here now, with a chip.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("status").getByText("Message sent")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open picture/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(0);
});

test("a review is as it was typed after the session has ended", async ({ page }) => {
  const email = await signIn(page);
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await page.goto(`/write-review/${orderId}`);
  await page.getByText("★").nth(3).click();
  await page.getByLabel("Your review").fill("Holds its heat, and a lot of tea.");
  await addPicture(page, RIM, 1);
  await addPicture(page, FOOT, 2);
  await page.getByRole("button", { name: "Remove picture 1" }).click();
  await endSession(page);
  await page.getByRole("button", { name: "Submit review" }).click();
  await signInAgain(page, email, `/write-review/${orderId}`);
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await expect(page.getByLabel("Your review")).toHaveValue("Holds its heat, and a lot of tea.");
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(1);
});

test("an address and a profile are as they were typed after the session has ended", async ({
  page,
}) => {
  const email = await signIn(page);
  await page.goto("/user-profile/profile");
  await page.getByLabel("Last name").fill("Kim");
  await page.getByRole("link", { name: "Addresses" }).click();
  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page);
  await endSession(page);
  await page.getByRole("button", { name: "Save address" }).click();
  await signInAgain(page, email, "/user-profile/addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await sheet.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("main").getByText("12 Harbor Street")).toBeVisible();
  // What has been saved is not typed again.
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(sheet.getByLabel("Address line 1")).toHaveValue("");
  await page.keyboard.press("Escape");
  // An address that is opened again is as it is stored.
  await page.getByRole("button", { name: /^Edit address/ }).click();
  await sheet.getByLabel("City").fill("Salem");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Edit address/ }).click();
  await expect(sheet.getByLabel("City")).toHaveValue("Portland");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByLabel("Last name")).toHaveValue("Kim");
});

test("a customer's checkout goes on after the session has ended", async ({ page }) => {
  const email = await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await endSession(page);
  // The new address needs a new quote.
  await page.getByLabel("Postal code").fill("97202");
  await signInAgain(page, email, "/checkout");
  await expect(page.getByLabel("Address line 1")).toHaveValue("12 Harbor Street");
  await expect(page.getByLabel("Postal code")).toHaveValue("97202");
  await expect(page.getByRole("radio", { name: "Cash on delivery" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
});
