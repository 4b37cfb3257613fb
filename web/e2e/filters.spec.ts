import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addToCart, advanceOrder, fillAddress, placeOrder, signIn } from "./shopper";

const KITCHEN = "/c/collections/kitchen";
const ORDERS = "/user-profile/orders";

interface Card {
  title: string;
  brand: string | null;
  price: { amount: number };
  createdAt: string;
}

/** The ten filter types of the specification. */
const TEN = [
  "Contains",
  "Not contains",
  "Equals",
  "Not equals",
  "Greater than",
  "Less than",
  "=",
  "Date range",
  "After",
  "Before",
];

const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Advanced filter" });

async function openFilter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Advanced filter" }).click();
  await expect(sheetOf(page)).toBeVisible();
}

const row = (page: Page, number = 1) =>
  sheetOf(page).getByRole("group", { name: `Condition ${number}`, exact: true });

async function fillRow(page: Page, { number = 1, field, type, values }: Row): Promise<void> {
  const condition = row(page, number);
  await condition.getByLabel("Field").selectOption({ label: field });
  await condition.getByLabel("Filter type").selectOption({ label: type });
  const labels = values.length === 2 ? ["From", "To"] : ["Value"];
  for (const [place, label] of labels.entries()) {
    const input = condition.getByLabel(label, { exact: true });
    const value = values[place] ?? "";
    const isChoice = await input.evaluate((element) => element instanceof HTMLSelectElement);
    await (isChoice ? input.selectOption({ label: value }) : input.fill(value));
  }
}

interface Row {
  number?: number;
  field: string;
  type: string;
  values: string[];
}

/** Replaces the conditions of the list by one. */
async function filterBy(page: Page, filled: Row): Promise<void> {
  await openFilter(page);
  await fillRow(page, filled);
  await sheetOf(page).getByRole("button", { name: "Apply filter" }).click();
  await expect(sheetOf(page)).toBeHidden();
}

async function offeredTypes(page: Page, field: string): Promise<string[]> {
  await row(page).getByLabel("Field").selectOption({ label: field });
  return row(page).getByLabel("Filter type").getByRole("option").allTextContents();
}

const titlesOf = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

/** A local day in the format of the date field. */
const typed = (time: string | number) =>
  new Date(time).toLocaleDateString("en-US", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
const dayOf = (time: string) => new Date(time).setHours(0, 0, 0, 0);

async function kitchenCards(page: Page): Promise<Card[]> {
  const response = await page.request.get("/api/products?category=kitchen&pageSize=96");
  const { output } = (await response.json()) as { output: { items: Card[] } };
  return output.items;
}

test("the advanced filter of products offers all ten filter types", async ({ page }) => {
  await page.goto(KITCHEN);
  await openFilter(page);
  const offered = new Set<string>();
  for (const field of ["Name", "Price", "Date added"]) {
    for (const type of await offeredTypes(page, field)) offered.add(type);
  }
  expect([...offered].sort()).toEqual([...TEN].sort());
  await expect(row(page).getByLabel("Field").getByRole("option")).toContainText([
    "Name",
    "Price",
    "Brand",
    "Category",
    "Units in stock",
    "Date added",
    "Material",
  ]);
});

test("each filter type changes a product list", async ({ page }) => {
  test.setTimeout(120_000);
  const all = await kitchenCards(page);
  const dates = all.map(({ createdAt }) => createdAt).sort();
  const [second = "", fifth = ""] = [dates[1], dates[4]];
  const name = "Name";
  const price = "Price";
  const added = "Date added";
  const cases: [Row, (card: Card) => boolean][] = [
    [
      { field: name, type: "Contains", values: ["OIL"] },
      ({ title }) => title.toLowerCase().includes("oil"),
    ],
    [
      { field: name, type: "Not contains", values: ["board"] },
      ({ title }) => !title.toLowerCase().includes("board"),
    ],
    [
      { field: name, type: "Equals", values: ["utensil pot"] },
      ({ title }) => title === "Utensil pot",
    ],
    [
      { field: name, type: "Not equals", values: ["Utensil pot"] },
      ({ title }) => title !== "Utensil pot",
    ],
    [{ field: price, type: "Greater than", values: ["36"] }, (card) => card.price.amount > 3600],
    [{ field: price, type: "Less than", values: ["36.00"] }, (card) => card.price.amount < 3600],
    [{ field: price, type: "=", values: ["36"] }, (card) => card.price.amount === 3600],
    [{ field: price, type: "Not equals", values: ["36"] }, (card) => card.price.amount !== 3600],
    [
      { field: added, type: "Date range", values: [typed(second), typed(fifth)] },
      ({ createdAt }) => dayOf(createdAt) >= dayOf(second) && dayOf(createdAt) <= dayOf(fifth),
    ],
    [
      { field: added, type: "After", values: [typed(fifth)] },
      ({ createdAt }) => dayOf(createdAt) > dayOf(fifth),
    ],
    [
      { field: added, type: "Before", values: [typed(second)] },
      ({ createdAt }) => dayOf(createdAt) < dayOf(second),
    ],
  ];
  await page.goto(KITCHEN);
  for (const [filled, holds] of cases) {
    const expected = all.filter(holds).map(({ title }) => title);
    // A condition that is true for all or none would prove nothing.
    expect(expected.length, filled.type).toBeGreaterThan(0);
    expect(expected.length, filled.type).toBeLessThan(all.length);
    await filterBy(page, filled);
    await expect(page.getByRole("status").filter({ hasText: /product/ })).toHaveText(
      expected.length === 1 ? "1 product" : `${expected.length} products`,
    );
    await expect
      .poll(async () => (await titlesOf(page).allTextContents()).sort())
      .toEqual(expected.sort());
  }
});

test("an advanced filter is in the URL, is shown in words and can be removed", async ({ page }) => {
  await page.goto(KITCHEN);
  await filterBy(page, { field: "Price", type: "Greater than", values: ["50"] });
  const chip = page.getByRole("button", { name: "Remove filter Price greater than $50" });
  await expect(chip).toBeVisible();
  await expect(page).toHaveURL(/[?&]filter=price%3Agt%3A5000/);
  await expect(titlesOf(page)).toHaveText([/./, /./]);

  // Joined by "any", together with facets, which count the remaining products.
  await openFilter(page);
  await sheetOf(page).getByRole("button", { name: "Add condition" }).click();
  await expect(row(page, 2).getByLabel("Field")).toBeFocused();
  await fillRow(page, { number: 2, field: "Name", type: "Contains", values: ["oil"] });
  await sheetOf(page).getByLabel("Show results that match").selectOption("Any condition");
  await sheetOf(page).getByRole("button", { name: "Apply filter" }).click();
  await expect(titlesOf(page)).toHaveText([/./, /./, /./]);
  await expect(page.getByText("Any of")).toBeVisible();
  const facets = page.getByRole("complementary", { name: "Filters" });
  await facets.getByRole("checkbox", { name: "Orrin Pottery" }).check();
  await expect(titlesOf(page)).toHaveText(["Oil bottle", "Mortar and pestle"]);

  // The link shows the same list; Back undoes one step at a time.
  await page.reload();
  await expect(titlesOf(page)).toHaveText(["Oil bottle", "Mortar and pestle"]);
  await page.goBack();
  await expect(titlesOf(page)).toHaveText([/./, /./, /./]);
  await page.goBack();
  await expect(titlesOf(page)).toHaveText([/./, /./]);
  await page.getByLabel("Sort").selectOption("price");
  await expect(titlesOf(page)).toHaveText(["Mortar and pestle", "End-grain block"]);
  await chip.click();
  await expect(page.getByRole("status").filter({ hasText: "7 products" })).toBeVisible();
  await expect(page).not.toHaveURL(/filter=/);

  // An empty result is explained and offers a way back.
  await filterBy(page, { field: "Units in stock", type: "Less than", values: ["-5"] });
  await expect(page.getByRole("heading", { name: "No products match your filters" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Clear all" }).last().click();
  await expect(page.getByRole("status").filter({ hasText: "7 products" })).toBeVisible();

  // An invalid condition is ignored.
  await page.goto(`${KITCHEN}?filter=price:gt:much&filter=colour`);
  await expect(page.getByRole("status").filter({ hasText: "7 products" })).toBeVisible();
});

test("an advanced filter narrows every kind of list", async ({ page }) => {
  const filter = "filter=price%3Agt%3A5000";
  for (const [list, words] of [
    ["/search?q=oak", "Results for “oak”"],
    ["/search?sort=newest", "New in"],
  ] as const) {
    await page.goto(list);
    await expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    const count = page.getByRole("status").filter({ hasText: /products?$/ });
    const before = Number.parseInt(await count.innerText());
    await page.goto(`${list}&${filter}`);
    await expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    await expect(page.getByRole("button", { name: /Price greater than \$50/ })).toBeVisible();
    const after = Number.parseInt(await count.innerText());
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(before);
  }
});

for (const device of ["", " @phone"]) {
  test(`the advanced filter shows errors and works by keyboard${device}`, async ({ page }) => {
    await page.goto(KITCHEN);
    if (device !== "") {
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Filters/ })
        .click();
    }
    await openFilter(page);
    const sheet = sheetOf(page);
    const apply = sheet.getByRole("button", { name: "Apply filter" });
    await row(page).getByLabel("Field").selectOption("Price");
    await apply.click();
    await expect(row(page).getByRole("alert")).toHaveText("Price cannot be blank.");
    const value = row(page).getByLabel("Value");
    await expect(value).toBeFocused();
    await value.fill("cheap");
    await value.press("Enter");
    await expect(row(page).getByRole("alert")).toHaveText("Price must be a number.");
    await row(page).getByLabel("Field").selectOption("Units in stock");
    await row(page).getByLabel("Value").fill("1.5");
    await apply.click();
    await expect(row(page).getByRole("alert")).toHaveText("Units in stock must be an integer.");
    await row(page).getByLabel("Field").selectOption("Date added");
    const from = row(page).getByLabel("From");
    await expect(from).toHaveAttribute("placeholder", "mm/dd/yyyy");
    await from.fill("02/31/2026");
    await apply.click();
    await expect(row(page).getByRole("alert")).toHaveText([
      "Please enter a date as mm/dd/yyyy.",
      "Date added cannot be blank.",
    ]);
    await expectAccessible(page);

    // A second condition on a field that allows one is rejected, at once and on Apply.
    await row(page).getByLabel("Field").selectOption("Brand");
    await row(page).getByLabel("Value").fill("Orrin Pottery");
    await sheet.getByRole("button", { name: "Add condition" }).press("Enter");
    await row(page, 2).getByLabel("Field").selectOption("Brand");
    await expect(row(page, 2).getByRole("alert")).toHaveText("Attribute already selected.");
    await row(page, 2).getByLabel("Value").fill("Kiln & Grain");
    await apply.click();
    await expect(row(page, 2).getByLabel("Field")).toBeFocused();
    await expect(row(page, 2).getByRole("alert")).toHaveText("Attribute already selected.");
    await sheet.getByRole("button", { name: "Remove condition 2" }).press("Enter");
    await expect(row(page).getByLabel("Field")).toBeFocused();
    await row(page).getByLabel("Value").press("Enter");
    await expect(sheet).toBeHidden();
    await expect(
      page.getByRole("button", { name: /Brand contains “Orrin Pottery”/ }),
    ).toBeVisible();
    await expect(titlesOf(page)).toHaveText([/./, /./, /./]);
    await expectAccessible(page);
  });
}

test("orders are found by each condition, in addition to their status", async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const buy = async (slug: string) => {
    await addToCart(page, slug);
    await page.goto("/checkout");
    const payment = page.getByRole("radio", { name: "Cash on delivery" });
    await expect(payment).toBeVisible();
    // The second time there is an address already.
    if (await page.getByLabel("First name").isVisible()) await fillAddress(page);
    await payment.check();
    return placeOrder(page);
  };
  const mug = await buy("everyday-mug");
  const bottle = await buy("oil-bottle");
  await advanceOrder(bottle, "delivered");

  await page.goto(ORDERS);
  const orders = page.getByRole("link", { name: /^View order/ });
  await expect(orders).toHaveCount(2);
  await openFilter(page);
  const offered = new Set<string>();
  for (const field of ["Product", "Total", "Order date", "Status"]) {
    for (const type of await offeredTypes(page, field)) offered.add(type);
  }
  expect([...offered].sort()).toEqual([...TEN].sort());
  await page.keyboard.press("Escape");
  await expect(sheetOf(page)).toBeHidden();

  const response = await page.request.get("/api/orders", {
    headers: {
      authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("accessToken"))}`,
    },
  });
  const { output } = (await response.json()) as {
    output: { items: { orderId: string; total: { amount: number } }[] };
  };
  const totalOf = (id: string) =>
    (output.items.find(({ orderId }) => orderId === id)?.total.amount ?? 0) / 100;
  const cheap = totalOf(mug) < totalOf(bottle) ? mug : bottle;
  const dear = cheap === mug ? bottle : mug;
  const limit = totalOf(cheap).toFixed(2);
  const today = typed(Date.now());
  const both = [bottle, mug];
  const cases: [string, string, string[], string[]][] = [
    ["Product", "Contains", ["MUG"], [mug]],
    ["Product", "Not contains", ["mug"], [bottle]],
    ["Product", "Equals", ["Oil bottle"], [bottle]],
    ["Product", "Not equals", ["Oil bottle"], [mug]],
    ["Order number", "Equals", [mug], [mug]],
    ["Total", "Greater than", [limit], [dear]],
    ["Total", "Less than", [totalOf(dear).toFixed(2)], [cheap]],
    ["Total", "=", [limit], [cheap]],
    ["Status", "Equals", ["Delivered"], [bottle]],
    ["Status", "Not equals", ["Delivered"], [mug]],
    ["Order date", "Date range", ["01/01/2020", today], both],
    ["Order date", "After", [today], []],
    ["Order date", "Before", [today], []],
  ];
  for (const [field, type, values, expected] of cases) {
    await filterBy(page, { field, type, values });
    await expect(page.getByRole("status").filter({ hasText: /orders?$/ })).toHaveText(
      expected.length === 1 ? "1 order" : `${expected.length} orders`,
    );
    await expect(orders).toHaveCount(expected.length);
    for (const orderId of expected) {
      await expect(page.getByRole("link", { name: `View order ${orderId}` })).toBeVisible();
    }
  }
  await expect(page.getByText("No order matches")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(orders).toHaveCount(2);

  // The status filters further; both are in the URL.
  await filterBy(page, { field: "Total", type: "Greater than", values: ["1"] });
  await page.getByLabel("Status").selectOption("delivered");
  await expect(orders).toHaveCount(1);
  await page.reload();
  await expect(orders).toHaveCount(1);
  await expect(page.getByRole("button", { name: /Total greater than \$1/ })).toBeVisible();
  await openFilter(page);
  await sheetOf(page).getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL(/\/user-profile\/orders\?status=delivered$/);
  await page.goBack();
  await expect(page.getByRole("button", { name: /Total greater than \$1/ })).toBeVisible();
});
