import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../axe";
import { signIn } from "./operator";

interface Item {
  skuId: number;
  sku: string;
}

/** An item of the shop that is sent by parcel. */
async function mug(page: Page): Promise<Item> {
  const response = await page.request.get("/api/admin/v1/drafts/items?q=everyday+mug");
  const { output } = (await response.json()) as { output: Item[] | { items: Item[] } };
  const [item] = Array.isArray(output) ? output : output.items;
  if (!item) throw new Error("There is no mug.");
  return item;
}

/** The total that the storefront quotes for two units in Madrid. */
async function quotedTotal(page: Page, { skuId }: Item): Promise<number> {
  const response = await page.request.post("/api/checkout/quote", {
    data: {
      skuIds: [skuId, skuId],
      address: { country: "ES", state: "Madrid", city: "Madrid" },
    },
  });
  const { output } = (await response.json()) as { output: { total: { amount: number } } };
  return output.total.amount;
}

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().includes("/settings/"),
  );
  await page.getByRole("button", { name: /^Save/ }).click();
  expect((await saved).status()).toBe(200);
}

test.setTimeout(180_000);

test("zones by weight and tax rates price an order in Madrid", async ({ page }) => {
  await signIn(page);
  const item = await mug(page);
  await page.goto("/backoffice/settings/delivery");
  const zones = page.getByRole("region", { name: "Zones" });
  await zones.getByRole("button", { name: "Add zone" }).click();
  await zones.getByLabel("Zone name").last().fill("Spain");
  await zones.getByRole("combobox", { name: "Countries" }).last().fill("Spai");
  await page.getByRole("option", { name: "Spain" }).click();
  await page.keyboard.press("Escape");
  const methods = page.getByRole("region", { name: "Delivery methods" });
  await methods.getByRole("button", { name: "Add method" }).click();
  const method = methods.getByRole("listitem").last();
  await method.getByLabel("Method name").fill("Correo");
  await method.getByRole("button", { name: "Price for Spain" }).click();
  await method.getByText("By weight").click();
  await method.getByLabel("Price", { exact: true }).fill("7.5");
  await method.getByRole("button", { name: "Add step" }).click();
  await method.getByLabel("Up to weight").last().fill("");
  await method.getByLabel("Price", { exact: true }).last().fill("12");
  await expectAccessible(page);
  await save(page);

  await page.goto("/backoffice/settings/taxes");
  await page.getByRole("button", { name: "Add class" }).click();
  const rates = page.getByRole("region", { name: "Tax rates" });
  await rates.getByRole("button", { name: "Add rate" }).click();
  const rate = rates.getByRole("listitem").last();
  await rate.getByLabel("Tax name").fill("IVA");
  await rate.getByLabel("Rate", { exact: true }).fill("21");
  await rate.getByRole("combobox", { name: "Country" }).fill("Spain");
  await page.getByRole("option", { name: "Spain" }).click();
  await expectAccessible(page);
  await save(page);

  const tried = page.getByRole("region", { name: "Try it" });
  await tried.getByRole("combobox", { name: "Add item" }).fill(item.sku);
  await page.getByRole("option", { name: item.sku }).click();
  await tried.getByLabel(/^Quantity of/).fill("2");
  await tried.getByRole("combobox", { name: "Country" }).fill("Spain");
  await page.getByRole("option", { name: "Spain" }).click();
  await tried.getByLabel("City").fill("Madrid");
  await tried.getByRole("button", { name: "Check price" }).click();
  const result = tried.getByRole("status", { name: "Price" });
  await expect(result.getByText("Zone Spain, because it names the country.")).toBeVisible();
  const total = (await quotedTotal(page, item)) / 100;
  await expect(result.getByText(`$${total.toFixed(2)}`).last()).toBeVisible();

  // Undone, so that other journeys find the shop as it was.
  const history = page.getByRole("region", { name: "Recent changes" });
  await history.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(history.getByText("undid a change")).toBeVisible();
});
