import { randomInt } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { codeFor } from "../shopper";
import { signIn } from "./operator";

interface Person {
  id: number;
  name: string;
  email: string;
  token: string;
}

/** Signs a customer in by email and gives them a name. */
async function customer(page: Page, firstName: string, lastName: string): Promise<Person> {
  const email = `${firstName}.${String(randomInt(1_000_000_000))}@example.com`.toLowerCase();
  const requested = await page.request.post("/auth/otp/request", { data: { email } });
  expect(requested.ok(), await requested.text()).toBe(true);
  const otp = await codeFor(email);
  const answer = await page.request.post("/auth/otp/validate", { data: { email, otp } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { output } = (await answer.json()) as {
    output: { token: string; details: { id: number } };
  };
  const headers = { Authorization: `Bearer ${output.token}` };
  await page.request.put("/customer", { headers, data: { firstName, lastName } });
  return {
    id: output.details.id,
    name: `${firstName} ${lastName}`,
    email,
    token: output.token,
  };
}

test("a wallet is credited, two accounts are merged, and the merge is undone", async ({ page }) => {
  test.slow();
  const keep = await customer(page, "Imogen", "Quayle");
  const end = await customer(page, "Immy", "Quayle");
  await signIn(page);

  // The list finds the customer by a part of the address.
  await page.goto("/backoffice/customers");
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder("Name, email, phone"))
    .first()
    .fill(end.email);
  await page.getByRole("link", { name: end.name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: end.name })).toBeVisible();

  await page.getByRole("button", { name: "Change wallet" }).click();
  const wallet = page.getByRole("region", { name: "Change wallet" });
  await wallet.getByLabel("Amount").fill("12.50");
  await wallet.getByLabel("Reason").fill("Late parcel");
  await expect(wallet.getByText("Balance after")).toBeVisible();
  await wallet.getByRole("button", { name: "Credit $12.50" }).click();
  const balance = page.getByRole("region", { name: "Wallet", exact: true });
  await expect(balance.getByText("Late parcel")).toBeVisible();

  await page.goto(`/backoffice/customers/${keep.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge accounts" }).click();
  const merge = page.getByRole("region", { name: "Merge accounts" });
  await merge.getByLabel("Account that ends").fill(end.email);
  await merge.getByRole("button", { name: new RegExp(end.name) }).click();
  await expect(merge.getByText(`${end.email} still signs in, to this account.`)).toBeVisible();
  await merge.getByRole("button", { name: `Merge ${end.name} into ${keep.name}` }).click();
  const merged = page.getByRole("region", { name: "Merged accounts" });
  await expect(merged.getByText(end.email)).toBeVisible();
  await expect(balance.getByText("$12.50").first()).toBeVisible();

  // The shopper of the ended account is signed out at once.
  const old = { Authorization: `Bearer ${end.token}` };
  expect((await page.request.get("/customer", { headers: old })).status()).toBe(401);

  await merged.getByRole("button", { name: "Undo merge" }).click();
  await expect(merged.getByText("Wallet credit that goes back")).toBeVisible();
  await merged.getByRole("button", { name: "Undo merge" }).click();
  await expect(merged).toBeHidden();
  await page.goto(`/backoffice/customers/${end.id}`);
  await expect(balance.getByText("$12.50").first()).toBeVisible();
});

test("the search box opens with a key, finds a customer and runs a command", async ({ page }) => {
  const { name, email } = await customer(page, "Theodora", "Vance");
  await signIn(page);
  await page.goto("/backoffice/customers");
  await expect(page.getByText(name).first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const box = page.getByRole("combobox", { name: "Search, or type a command" });
  await expect(box).toBeFocused();
  await box.fill(email);
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option", { name: /^Customers \d+$/ }).first()).toBeVisible();
  await box.fill("refund so-7k2m9qxd");
  await expect(page.getByRole("option", { name: "Refund SO-7K2M-9QXD" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/orders\/SO-7K2M-9QXD\?panel=refund/);
});

test("an erasure shows figures first and needs the number", async ({ page }) => {
  const person = await customer(page, "Ottilie", "Marsh");
  await signIn(page);
  await page.goto(`/backoffice/customers/${person.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Erase customer" }).click();
  const panel = page.getByRole("region", { name: "Erase customer" });
  await expect(panel.getByText("Will be deleted")).toBeVisible();
  const button = panel.getByRole("button", { name: `Erase ${person.name}` });
  await expect(button).toBeDisabled();
  await panel.getByLabel(`Type ${person.id} to confirm`).fill(String(person.id));
  await button.click();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(page.getByText(person.email)).toBeHidden();
});

test("the search box and a profile work on a phone @phone", async ({ page }) => {
  const person = await customer(page, "Ines", "Ferreira");
  await signIn(page);
  await page.goto("/backoffice/customers");
  await page.getByText(person.name).first().click();
  await expect(page.getByRole("heading", { level: 1, name: person.name })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
