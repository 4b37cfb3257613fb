import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import {
  addToCart,
  advanceOrder,
  codeFor,
  enterCode,
  fillAddress,
  emailTo,
  newEmail,
  placeOrder,
  signIn,
} from "./shopper";

test("a wrong code is rejected, a new one can be requested, and signing in returns to the previous page", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/user-profile/orders");
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Forders");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Email cannot be blank.")).toBeVisible();
  await page.getByLabel("Email").fill("dana");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Please enter email in correct format.")).toBeVisible();
  await page.getByRole("button", { name: "Phone number" }).click();
  await page.getByLabel("Phone number").fill("555");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Please enter your 10 digit number.")).toBeVisible();
  await page.getByRole("button", { name: "Email" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();

  await page.getByLabel("OTP").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("This code is not correct.")).toBeVisible();
  const resend = page.getByRole("button", { name: /^Resend code/ });
  await expect(resend).toBeDisabled();
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expect(resend).toBeDisabled();
  await page.getByRole("button", { name: "Use another email" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("signing in returns to the requested page, but never to another site", async ({ page }) => {
  await page.goto("/login?next=%2Fuser-profile%2Fwallet");
  const email = newEmail();
  await enterCode(page, email);
  await expect(page).toHaveURL("/user-profile/wallet");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Fwallet");
  await page.goto("/login?next=https%3A%2F%2Fevil.test%2F");
  await enterCode(page, newEmail());
  await expect(page).toHaveURL("/");
});

test("profile, addresses and wallet are saved", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile");
  await page.getByLabel("First name").fill("Dana");
  await page.getByLabel("Last name").fill("Kim");
  await page.getByLabel("Date of birth").fill("02/30/1990");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Please enter a date as mm/dd/yyyy.")).toBeVisible();
  await page.getByLabel("Date of birth").fill("03/09/1990");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Date of birth")).toHaveValue("03/09/1990");

  await page.goto("/user-profile/addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("Address line 1 cannot be blank.")).toBeVisible();
  await fillAddress(page);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Primary", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page);
  await page.getByLabel("Address line 1").fill("3 Second Street");
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByRole("button", { name: "Set as primary" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "3 Second Street" })).toContainText(
    "Primary",
  );
  await page.getByRole("button", { name: "Delete address 12 Harbor Street" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("12 Harbor Street")).toBeHidden();

  await page.goto("/user-profile/wallet");
  await page.getByLabel("Gift code").fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText("No transactions yet")).toBeVisible();
});

test("an email address is changed with codes sent to the old and the new one", async ({ page }) => {
  const [before, after] = [newEmail(), newEmail()];
  await signIn(page, before);
  const spent = await codeFor(before);
  await page.goto("/user-profile");
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(after);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText("We sent two codes")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog.getByText("OTP cannot be blank.")).toHaveCount(2);
  const isNewer = ({ data }: { data: { otp?: string } }) =>
    data.otp !== undefined && data.otp !== spent;
  const present = dialog.getByLabel("Code from s•••@example.test");
  await dialog.getByLabel(`Code from ${after}`).fill(await codeFor(after));
  await present.fill("000000");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog.getByText("This code is not correct.")).toBeVisible();
  await expect(present).toBeFocused();
  await present.fill((await emailTo(before, isNewer)).data.otp ?? "");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(after)).toBeVisible();
  await emailTo(before, ({ kind }) => kind === "contact_changed");
  await emailTo(after, ({ kind }) => kind === "contact_changed");
});

test("a delivered order can be reviewed, and the shop can be contacted about it", async ({
  page,
}) => {
  await signIn(page);
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  await expect(page.getByRole("link", { name: "Write a review" })).toBeHidden();
  await advanceOrder(orderId, "delivered");
  await page.reload();
  await expect(
    page.getByRole("region", { name: "Tracking" }).getByText("Out for delivery"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Write a review" }).click();
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Your rating cannot be blank.")).toBeVisible();
  await page.getByRole("radio", { name: "4 stars" }).check({ force: true });
  await page.getByLabel("Your review").fill("Sits well in the hand.");
  await page.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit review" })).toBeVisible();

  await page.goto(`/order-detail/${orderId}`);
  await page.getByRole("link", { name: "Get help with this order" }).click();
  await expect(page.getByLabel("About an order")).toHaveValue(orderId);
  await page.getByLabel("Subject").fill("A chip in the rim");
  await page.getByLabel("How can we help?").fill("It arrived with a small chip.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A chip in the rim" })).toBeVisible();
  await page.getByLabel("Your message").fill("Shall I send a picture?");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("list", { name: "Conversation" })).toContainText(
    "Shall I send a picture?",
  );
  await page.getByRole("button", { name: "Close ticket" }).click();
  await expect(page.getByText("Sending a message reopens this ticket.")).toBeVisible();
});

test("orders are found by text and by status", async ({ page }) => {
  await signIn(page);
  await page.goto("/user-profile/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await addToCart(page);
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await placeOrder(page);
  await page.goto("/user-profile/orders");
  const order = page.getByRole("link", { name: /^View order/ });
  await expect(order).toBeVisible();
  await page.getByLabel("Search orders").fill("teapot of glass");
  await expect(page.getByText("No order matches")).toBeVisible();
  await page.getByLabel("Search orders").fill("MUG");
  await expect(order).toBeVisible();
  await page.getByLabel("Status").selectOption("cancelled");
  await expect(page).toHaveURL(/status=cancelled/);
  await expect(page.getByText("No order matches")).toBeVisible();
});

for (const device of ["", " @phone"]) {
  test(`the pages of a purchase are accessible${device}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const fits = async () => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    };
    const see = async () => {
      await fits();
      await expectAccessible(page);
    };
    // All account pages have the same layout on phones.
    const look = device === "" ? see : fits;
    await page.goto("/login");
    await see();
    await addToCart(page);
    await expectAccessible(page);
    await page.goto("/cart");
    await see();
    await page.goto("/checkout");
    await expect(page.getByText("Standard delivery")).toBeVisible();
    await see();
    await page.getByRole("button", { name: "Place order" }).click();
    await see();
    await signIn(page);
    await page.goto("/checkout");
    await fillAddress(page);
    await page.getByRole("radio", { name: "Cash on delivery" }).check();
    const orderId = await placeOrder(page);
    await see();
    for (const path of [
      "/user-profile/profile",
      "/user-profile/orders",
      "/user-profile/addresses",
      "/user-profile/wallet",
      "/user-profile/wishlist",
      "/user-profile/recentlyViewed",
      "/support-ticket",
      "/support-ticket?new=1",
      `/write-review/${orderId}`,
    ]) {
      await page.goto(path);
      await look();
    }
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    await page.goto("/user-profile/addresses");
    await see();
    await page.goto(`/order-detail/${orderId}`);
    await see();
  });
}
