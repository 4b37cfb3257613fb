import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { followFooter } from "./frame";
import { pictureOf } from "./pictures";
import { enterCode, emailTo, linkIn, newEmail, signIn, stallage } from "./shopper";

// Each operator command starts a process, which is slow on a busy machine.
test.slow();

const RED = [200, 30, 30] as const;
const BLUE = [30, 60, 200] as const;

test("a guest contacts the shop, gets an answer by email, and continues as a customer", async ({
  page,
}) => {
  const email = newEmail();
  // The FAQs and their answers are searched first; without a result the shopper can contact the shop.
  await page.goto("/faqs");
  await page.setViewportSize({ width: 390, height: 500 });
  await followFooter(page, "Customer care");
  await expect(page).toHaveURL("/contact-us#customer-care");
  await expect(page.getByRole("heading", { name: "Customer care", level: 2 })).toBeInViewport();
  await expect(page.getByText(/Monday to Friday/).first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goBack();
  const search = page.getByLabel("Search FAQs");
  await search.fill("Glaze exchange");
  await expect(page.getByText("Can I exchange a size or a glaze?")).toBeVisible();
  await expect(page.getByText("How can I pay?")).toBeHidden();
  await search.fill("lighthouse");
  await expect(page.getByText("No question matches “lighthouse”")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Contact us" }).click();
  await expect(page).toHaveURL("/contact-us");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your name cannot be blank.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Your email", { exact: true }).fill(email);
  await page.getByLabel("Subject").fill("Do you deliver to Maine?");
  await page.getByLabel("Message").fill("To an island, that is.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send message" }).click();
  const done = page.getByRole("status").filter({ hasText: "We received your message" });
  await expect(done).toContainText(email);
  const ticketId = /ST-\w{4}-\w{4}/.exec((await done.textContent()) ?? "")?.[0] ?? "";
  await stallage("tickets", "reply", ticketId, "We do, by the mail boat.");
  const { text } = await emailTo(email, ({ kind }) => kind === "ticket_answered");
  expect(text).toContain("We do, by the mail boat.");

  // The letter's link asks to sign in with the address; the conversation is there then.
  await page.goto(linkIn(text, /support-ticket/));
  await enterCode(page, email);
  await expect(page).toHaveURL(/\/support-ticket/);
  const conversation = page.getByRole("list", { name: "Conversation" });
  await expect(async () => {
    await page.reload();
    await expect(conversation).toContainText("We do, by the mail boat.", { timeout: 2000 });
  }).toPass();
  await stallage("tickets", "reply", ticketId, "On Tuesdays.");
  await page.goto("/support-ticket");
  const row = page.getByRole("listitem").filter({ hasText: ticketId });
  await expect(row).toContainText("New answer");
  await stallage("tickets", "close", ticketId);
  await row.getByRole("link").click();
  await page.getByLabel("Your message").fill("Thank you.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText(`${ticketId} · Open`)).toBeVisible();
  await page.goto("/support-ticket");
  await expect(row).not.toContainText("New answer");
});

test("text from right to left is typed and shown so", async ({ page }) => {
  await signIn(page);
  await page.goto("/support-ticket?new=1");
  await page.getByLabel("Subject").fill("Order");
  const field = page.getByLabel("How can we help?");
  await field.fill("أين طلبي؟");
  await expect(field).toHaveCSS("direction", "rtl");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  const message = page.getByRole("list", { name: "Conversation" }).getByText("أين طلبي؟");
  await expect(message).toHaveCSS("direction", "rtl");
  await expect(message).toHaveCSS("text-align", "start");
  await page.getByLabel("Your message").fill("It has come.");
  await expect(page.getByLabel("Your message")).toHaveCSS("direction", "ltr");
});

test("a ticket has pictures, and its answer is announced on every page until it is read", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/support-ticket?new=1");
  await page.getByLabel("Subject").fill("A chip in the glaze");
  await page.getByLabel("How can we help?").fill("It came like this.");
  await page
    .getByLabel("Add pictures")
    .setInputFiles([pictureOf("rim.png", RED), pictureOf("foot.png", BLUE)]);
  await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Submit ticket" }).click();
  const conversation = page.getByRole("list", { name: "Conversation" });
  const pictures = conversation.getByRole("link", { name: /^Open picture/ });
  await expect(pictures).toHaveCount(2);
  await expect(pictures.first().locator("img")).toHaveJSProperty("complete", true);
  const [whole] = await Promise.all([page.waitForEvent("popup"), pictures.last().click()]);
  await expect(whole.locator("img")).toHaveJSProperty("naturalWidth", 24);
  await whole.close();
  const ticketId = new URL(page.url()).searchParams.get("ticket") ?? "";
  expect(ticketId).toMatch(/^ST-/);

  await stallage("tickets", "reply", ticketId, "A new one is on its way.");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/faqs");
  const account = page.getByRole("button", { name: "Account, 1 unread answer" });
  await expect(account).toBeVisible();
  // It came with what every page asks of a customer.
  expect(requests.filter((path) => /supporttickets|^\/customer/.test(path))).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(account).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Your account, 1 unread answer" }).click();
  const link = page.getByRole("main").getByRole("link", { name: "Support tickets, 1 unread" });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await account.click();
  await page.getByRole("link", { name: "Support tickets, 1 unread" }).first().click();
  const row = page.getByRole("listitem").filter({ hasText: ticketId });
  await expect(row).toContainText("New answer");
  await row.getByRole("link").click();
  await expect(conversation).toContainText("A new one is on its way.");
  await expect(page.getByRole("button", { name: "Account", exact: true })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("New answer");
});
