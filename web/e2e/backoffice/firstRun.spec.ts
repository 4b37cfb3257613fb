import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { type EmptyShop, startEmptyShop } from "./emptyShop";
import { createOwner } from "./firstOwner";
import { type Hands, keyboard, pointer } from "./hands";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** The shop works with new settings once its processes have read them. */
const APPLIED = { timeout: 90_000 };

/** The step that is open. */
function step(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** The steps of the guide, one after the other. */
async function followGuide(page: Page, hands: Hands): Promise<void> {
  const save = button(page, "Save and continue");
  await expect(step(page, "Name and contact")).toBeVisible();
  await hands.type(page.getByLabel("Name of the shop"), "Klee");
  await hands.type(page.getByLabel("Email for shoppers"), "hallo@klee.example");
  await expectAccessible(page);
  await hands.press(save);
  await expect(step(page, "Logo and colour")).toBeVisible();
  await hands.press(button(page, "Skip for now"));
  await expect(step(page, "Country and currency")).toBeVisible();
  await hands.pick(page, page.getByRole("combobox", { name: "Country" }), "Germany");
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveValue("EUR, Euro");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Berlin");
  await hands.pick(
    page,
    page.getByRole("combobox", { name: "Language" }),
    "English (Germany) (en-DE)",
  );
  await hands.press(save);
  await expect(step(page, "Taxes")).toBeVisible(APPLIED);
  await expect(page.getByLabel("Rate", { exact: true })).toHaveValue("19");
  await hands.press(save);
  await expect(step(page, "Delivery")).toBeVisible();
  await hands.type(page.getByLabel("Price", { exact: true }), "4.9");
  await hands.press(save);
  await expect(step(page, "Payment")).toBeVisible();
  await hands.choose(page.getByRole("radio", { name: "Test payments" }));
  // What was done stays done, and so does the place.
  await page.reload();
  await expect(step(page, "Payment")).toBeVisible();
  await hands.press(save);
  await expect(step(page, "Email")).toBeVisible(APPLIED);
  await hands.press(button(page, "Skip for now"));
  await expect(step(page, "First product")).toBeVisible();
  await hands.type(page.getByLabel("Title"), "Blue bowl");
  await hands.type(page.getByLabel("Price", { exact: true }), "18");
  await hands.type(page.getByLabel("Units in stock"), "5");
  await expectAccessible(page);
  await hands.press(button(page, "Put on sale"));
  await expect(step(page, "Your shop is ready to sell")).toBeVisible();
}

/** A guest buys the first product and pays in the sandbox; the order's number. */
async function buy(page: Page, hands: Hands, { address }: EmptyShop): Promise<string> {
  const product = page.getByRole("link", { name: "Blue bowl" }).first();
  // The index of products follows the database; the pages follow the index.
  await expect(async () => {
    await page.goto(address);
    await expect(product).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await hands.press(product);
  await expect(page.getByRole("heading", { level: 1, name: "Blue bowl" })).toBeVisible();
  await hands.press(page.getByRole("button", { name: "Add to cart", exact: true }).first());
  const cart = page.getByRole("dialog", { name: "Cart" });
  await hands.press(cart.getByRole("button", { name: "Checkout" }));
  await hands.type(page.getByLabel("Email"), "dana@example.test");
  await hands.type(page.getByLabel("First name"), "Dana");
  await hands.type(page.getByLabel("Last name"), "Kim");
  await hands.type(page.getByLabel("Address line 1"), "Hafenstraße 12");
  await hands.type(page.getByLabel("City"), "Hamburg");
  await hands.type(page.getByLabel("Postal code"), "20459");
  await hands.type(page.getByLabel("Phone number"), "4031234567");
  await hands.choose(page.getByRole("radio", { name: "Pay online" }));
  await hands.press(button(page, "Place order"));
  await hands.press(page.getByRole("button", { name: "Pay", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Thank you, Dana" })).toBeVisible();
  await expect(page).toHaveURL(/\/order-detail\/SO-/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Confirms, packs, ships and refunds the order. */
async function fulfil(page: Page, hands: Hands, shop: EmptyShop, order: string): Promise<void> {
  await page.goto(`${shop.address}/backoffice/orders`);
  await hands.press(page.getByRole("link", { name: order }).first());
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order);
  await hands.press(button(page, /^Confirm$/));
  await hands.press(button(page, /^Pack 1 item/));
  await hands.press(button(page, /^Ship 1 item/));
  const parcel = page.getByRole("region", { name: "Ship parcel" });
  await hands.type(parcel.getByRole("combobox", { name: "Carrier" }), "DHL");
  await hands.type(parcel.getByLabel("Tracking number"), "00340434161094");
  await hands.press(parcel.getByRole("button", { name: /^Ship 1 item/ }));
  await expect(parcel).toBeHidden();
  await hands.press(button(page, /^Refund/).first());
  const refund = page.getByRole("region", { name: "Refund", exact: true });
  await hands.press(refund.getByRole("button", { name: "One more Blue bowl" }));
  await hands.press(refund.getByRole("button", { name: /^Refund €/ }));
  await expect(page.getByText(/€18\.00 refunded/).first()).toBeVisible();
}

// A step that cannot go on says so, instead of using up the time of the test.
test.use({ actionTimeout: 30_000 });

const WAYS = { "with a pointer": pointer, "by keyboard alone": keyboard };

for (const [way, hands] of Object.entries(WAYS)) {
  test(`an empty shop sells, ships and refunds its first product ${way}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const shop = await startEmptyShop();
    try {
      const owner = await (await browser.newContext()).newPage();
      await createOwner(owner, hands, shop.link);
      await followGuide(owner, hands);
      const shopper = await (await browser.newContext()).newPage();
      const order = await buy(shopper, hands, shop);
      await fulfil(owner, hands, shop, order);
    } finally {
      await shop.stop();
    }
  });
}
