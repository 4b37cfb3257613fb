import { randomInt } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn, stallage } from "./operator";

const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

/** Writes the contact form as a guest, and returns the ticket's number. */
async function writeTicket(page: Page, subject: string, message: string): Promise<string> {
  const response = await page.request.post("/api/contact", {
    data: {
      name: `Grace ${HOSTILE}`.slice(0, 160),
      email: `grace-${randomInt(1_000_000)}@example.com`,
      subject,
      message,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as { output: { ticketId: string } };
  return output.ticketId;
}

async function wasHacked(page: Page): Promise<boolean> {
  return page.evaluate(() => "hacked" in window);
}

test("a ticket is answered by keyboard, with a saved reply and a note", async ({ page }) => {
  const subject = `A chip in the glaze ${randomInt(1_000_000)}`;
  const ticket = await writeTicket(page, subject, `It came like this.\n${HOSTILE}`);
  await signIn(page);
  await page.goto("/backoffice/support/saved-replies");
  const name = `Sorry ${randomInt(1_000_000)}`;
  await page.getByRole("button", { name: "New saved reply" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page
    .getByLabel("Text", { exact: true })
    .fill("We are sorry, {first_name}. ({ticket_number})");
  await page
    .getByRole("dialog", { name: "New saved reply" })
    .getByRole("button", { name: "Save", exact: true })
    .click();
  await expect(page.getByRole("button", { name })).toBeVisible();

  await page.goto("/backoffice/support");
  await page.getByRole("link", { name: new RegExp(subject) }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  // What the customer typed is text, never markup.
  await expect(page.getByText(HOSTILE, { exact: false }).first()).toBeVisible();
  expect(await wasHacked(page)).toBe(false);
  await expectAccessible(page);
  // Assign, note and reply by their keys.
  await page.keyboard.press("a");
  await expect(page.getByText("Assigned to Priya Raman.")).toBeVisible();
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "Internal note" }).fill("Ask the studio.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Internal note by Priya Raman")).toBeVisible();
  await page.locator("h2").first().click();
  await page.keyboard.press("r");
  const reply = page.getByRole("textbox", { name: /^Reply to/ });
  await expect(reply).toBeFocused();
  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await expect(reply).toHaveValue(`We are sorry, Grace. (${ticket})`);
  // A draft survives a reload.
  await page.reload();
  await expect(reply).toHaveValue(`We are sorry, Grace. (${ticket})`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Reply sent.")).toBeVisible();
  await expect(reply).toHaveValue("");
  await expect(page.getByText("Waiting for customer").first()).toBeVisible();
  await page.locator("h2").first().click();
  await page.keyboard.press("e");
  await expect(page.getByText("Marked as solved.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("button", { name: /^Mark solved/ })).toBeVisible();
});

test("an answer to a changed conversation shows the change and preserves the text", async ({
  page,
}) => {
  const subject = `Two of us ${randomInt(1_000_000)}`;
  const ticket = await writeTicket(page, subject, "Who answers?");
  await signIn(page);
  await page.goto(`/backoffice/support/${ticket}`);
  const reply = page.getByRole("textbox", { name: /^Reply to/ });
  await reply.fill("My answer");
  // Somebody else answers in the meantime.
  stallage("tickets", "reply", ticket, "Their answer");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(/This conversation has changed/)).toBeVisible();
  await expect(page.getByText("Their answer", { exact: true })).toBeVisible();
  await expect(reply).toHaveValue("My answer");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(
    page.locator('[data-kind="operator"]').filter({ hasText: "My answer" }),
  ).toBeVisible();
});

test("a ticket is found and answered on a phone @phone", async ({ page }) => {
  const subject = `On the way ${randomInt(1_000_000)}`;
  const ticket = await writeTicket(page, subject, "Where is it?");
  await signIn(page);
  await page.goto("/backoffice/support");
  await page.waitForLoadState("networkidle");
  await page.getByRole("searchbox").fill(ticket);
  await page.keyboard.press("Enter");
  // Links lead back to this search once it is shown.
  const found = page.getByRole("link", { name: new RegExp(subject) });
  await expect(found).toHaveAttribute("href", /q=ST-/);
  await found.click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await page.getByRole("textbox", { name: /^Reply to/ }).fill("Tomorrow.");
  await page.getByRole("button", { name: "Send and mark solved" }).click();
  await expect(page.getByText("Solved").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue(ticket);
});
