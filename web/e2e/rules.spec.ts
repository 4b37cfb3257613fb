import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, fillAddress, newEmail, placeOrder, signIn } from "./shopper";

interface Row {
  rule: string;
  message: string;
  form?: string;
  typed: string;
}

const table = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../contract/rules.json"), "utf8"),
) as Row[];

/** Types into a field and clicks the button that submits it. */
async function send(field: Locator, typed: string, button: Locator): Promise<void> {
  await field.fill(typed);
  await button.click();
}

const quantity = (at: Page | Locator) => at.getByRole("textbox", { name: /quantity|units/i });

async function skuOf(page: Page, slug: string): Promise<number> {
  const { output } = (await (await page.request.get(`/api/products/${slug}`)).json()) as {
    output: { skus: { skuId: number }[] };
  };
  return output.skus[0]?.skuId ?? 0;
}

async function typeQuantity(page: Page, slug: string, typed: string): Promise<Locator> {
  await page.goto(`/products/${slug}`);
  const field = quantity(page.getByRole("main")).first();
  // If prices differ, nothing is selected at first.
  await page.getByRole("main").getByRole("radio").first().check({ force: true });
  await send(field, typed, page.getByRole("button", { name: "Add to cart" }).first());
  // An invalid quantity is not sent.
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeHidden();
  return field;
}

async function typeInCart(page: Page, typed: string): Promise<Locator> {
  await addToCart(page);
  await page.goto("/cart");
  const field = quantity(page.getByRole("main"));
  await field.fill(typed);
  await field.press("Enter");
  return field;
}

async function typeCode(page: Page, typed: string): Promise<Locator> {
  await page.goto("/login");
  await send(page.getByLabel("Email"), newEmail(), page.getByRole("button", { name: "Send code" }));
  const field = page.getByLabel("OTP");
  await send(field, typed, page.getByRole("button", { name: "Verify" }));
  return field;
}

/** Enters a value in each form of the table. Returns the field. */
const FORMS: Record<string, (page: Page, typed: string) => Promise<Locator | null>> = {
  "sign in": async (page, typed) => {
    await page.goto("/login");
    const field = page.getByLabel("Email");
    await send(field, typed, page.getByRole("button", { name: "Send code" }));
    return field;
  },
  "sign in, phone": async (page, typed) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Phone number" }).click();
    const field = page.getByLabel("Phone number");
    await send(field, typed, page.getByRole("button", { name: "Send code" }));
    return field;
  },
  "sign in, code": typeCode,
  newsletter: async (page, typed) => {
    await page.goto("/faqs");
    const field = page.getByLabel("Where to send the newsletter");
    await send(
      field,
      typed,
      page.getByRole("contentinfo").getByRole("button", { name: "Sign up" }),
    );
    return field;
  },
  "contact us, subject": async (page, typed) => {
    await page.goto("/contact-us");
    const field = page.getByLabel("Subject");
    await send(field, typed, page.getByRole("button", { name: "Send message" }));
    return field;
  },
  "product, delivery estimate": async (page, typed) => {
    await page.goto("/products/everyday-mug");
    await page.getByRole("button", { name: "See when it arrives" }).click();
    const field = page.getByLabel("Deliver to");
    await field.fill(typed);
    await field.press("Enter");
    return field;
  },
  "product, quantity": (page, typed) => typeQuantity(page, "everyday-mug", typed),
  "scarce product, quantity": (page, typed) => typeQuantity(page, "dining-bench", typed),
  "cart, quantity": typeInCart,
  "cart, sold out": async (page) => {
    const skuId = await skuOf(page, "mortar-and-pestle");
    await page.goto("/");
    await page.evaluate(
      (id) => localStorage.setItem("guestCartSkuIds", JSON.stringify([id])),
      skuId,
    );
    await page.goto("/cart");
    return null;
  },
  "cancel items, quantity": async (page, typed) => {
    await signIn(page);
    await addToCart(page);
    await addToCart(page);
    await page.goto("/checkout");
    await fillAddress(page);
    await page.getByText("Cash on delivery").click();
    await placeOrder(page);
    await page.getByRole("button", { name: "Cancel items" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel items" });
    await dialog.getByRole("checkbox").check();
    const field = quantity(dialog);
    await send(field, typed, dialog.getByRole("button", { name: "Cancel these items" }));
    await expect(dialog).toBeVisible();
    return field;
  },
  "list, price range": async (page, typed) => {
    await page.goto("/search?q=bowl");
    const field = page.getByLabel("Lowest price");
    await field.fill(typed);
    await field.press("Enter");
    return field;
  },
  "new ticket, picture": async (page) => {
    await signIn(page);
    await page.goto("/support-ticket");
    await page
      .getByRole("button", { name: "New ticket" })
      .or(page.getByRole("link", { name: "New ticket" }))
      .first()
      .click();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) });
    return null;
  },
};

const rows = table.filter((row) => row.form !== undefined);

test("the table has a form for every rule", () => {
  const forms = rows.map(({ form }) => form ?? "");
  expect(new Set(forms)).toEqual(new Set(Object.keys(FORMS)));
});

for (const { rule, message, form = "", typed } of rows) {
  const shown = typed.length > 12 ? `${typed.slice(0, 12)}…` : typed || "nothing";
  test(`${rule}: "${shown}" in "${form}" shows the exact message`, async ({ page }) => {
    const field = await FORMS[form]?.(page, typed);
    const alert = page.getByText(message, { exact: rule !== "upload" });
    await expect(alert.first()).toBeVisible();
    if (!field) return;
    // Nothing is cut off or corrected, and the field shows the error.
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(message);
  });
}

test("text that is too long is kept while typing, with an error at once", async ({ page }) => {
  await page.goto("/contact-us");
  const subject = page.getByLabel("Subject");
  await subject.fill("x".repeat(140));
  await expect(page.getByText("10 characters left.")).toBeVisible();
  await subject.fill("x".repeat(200));
  await expect(page.getByText("Subject cannot exceed 150 characters.")).toBeVisible();
  await expect(subject).toHaveValue("x".repeat(200));
  await subject.fill("Hello");
  await expect(page.getByText("Subject cannot exceed 150 characters.")).toBeHidden();
  await page.goto(`/search?q=${"bowl".repeat(60)}`);
  await expect(page.getByText("Search products cannot exceed 200 characters.")).toBeVisible();
});

test("a quantity is typed on the product and in the cart, and 0 removes the item", async ({
  page,
}) => {
  await page.goto("/products/everyday-mug");
  await quantity(page.getByRole("main")).first().fill("3");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Cart" });
  await expect(quantity(drawer)).toHaveValue("3");
  await expectAccessible(page);
  await page.goto("/cart");
  const field = quantity(page.getByRole("main"));
  await field.fill("12");
  await field.press("Enter");
  await expect(page.getByRole("link", { name: "Cart, 12 items" })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue("12");
  await field.fill("0");
  await field.press("Enter");
  await expect(field).toBeHidden();
});

test("@phone invalid quantities and prices show errors on a phone", async ({ page }) => {
  await typeQuantity(page, "everyday-mug", "0");
  await expect(page.getByText("Quantity must range from 1 - 99.")).toBeInViewport();
  await expectAccessible(page);
});

test("a price range marks the invalid end and accepts valid ones", async ({ page }) => {
  await page.goto("/search?q=bowl");
  const lowest = page.getByLabel("Lowest price");
  const highest = page.getByLabel("Highest price");
  await lowest.fill("90");
  await highest.fill("50");
  await highest.press("Enter");
  await expect(page.getByText("Lowest price must range from 0 - 50.")).toBeVisible();
  await expectAccessible(page);
  await lowest.fill("$10.50");
  await highest.press("Enter");
  await expect(page).toHaveURL(/price=1050\.\.5000/);
});
