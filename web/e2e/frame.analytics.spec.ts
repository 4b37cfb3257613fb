import { expect, test } from "@playwright/test";
import { addToCart, fillAddress, newEmail, placeOrder } from "./shopper";

test.slow();

interface Tracked {
  event: string;
  route_name: string;
  previous_route_name: string | null;
  page_path?: string;
  ecommerce?: { currency: string; value: number; transaction_id?: string; items: object[] };
}

test.describe("analytics", () => {
  test("records a purchase from the first page view, with the current and the previous route", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const stored = sessionStorage.getItem("test-events");
      const layer = stored === null ? [] : (JSON.parse(stored) as unknown[]);
      const push = layer.push.bind(layer);
      layer.push = (...events: unknown[]) => {
        push(...events);
        sessionStorage.setItem("test-events", JSON.stringify(layer));
        return layer.length;
      };
      Object.assign(window, { dataLayer: layer });
    });
    const others: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).hostname !== "127.0.0.1") others.push(request.url());
    });
    const events = () =>
      page.evaluate(() => (window as unknown as { dataLayer: Tracked[] }).dataLayer);
    const named = async (name: string) => (await events()).filter(({ event }) => event === name);

    await page.goto("/search?q=everyday%20mug");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => named("view_item")).toHaveLength(1);
    expect((await named("view_item"))[0]).toMatchObject({
      route_name: "product",
      previous_route_name: "search",
      ecommerce: { currency: "USD", items: [{ quantity: 1 }] },
    });
    await page.getByRole("button", { name: "Add to cart" }).first().click();
    await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
    await expect.poll(() => named("add_to_cart")).toHaveLength(1);
    await page.getByRole("dialog").getByRole("button", { name: "Checkout" }).click();
    await expect.poll(() => named("begin_checkout")).toHaveLength(1);
    expect((await named("begin_checkout"))[0]).toMatchObject({
      route_name: "checkout",
      previous_route_name: "product",
    });
    await page.getByLabel("Email").fill(newEmail());
    await fillAddress(page);
    await page.getByRole("radio", { name: "Cash on delivery" }).check();
    const orderId = await placeOrder(page);
    await expect.poll(() => named("purchase")).toHaveLength(1);
    const purchase = (await named("purchase"))[0]?.ecommerce;
    expect(purchase).toMatchObject({ transaction_id: orderId, currency: "USD" });
    expect(purchase?.items).toHaveLength(1);
    // A reload sends no second purchase, and no event has the key of a guest's order.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(async () => (await named("page_view")).length).toBeGreaterThan(3);
    expect(await named("purchase")).toHaveLength(1);
    const views = (await named("page_view")).map(({ page_path }) => page_path);
    expect(views.at(-1)).toBe("/order-detail/:orderId");
    expect(JSON.stringify(await events())).not.toContain("key=");
    expect(others).toEqual([]);
  });

  test("records nothing without a data layer", async ({ page }) => {
    await addToCart(page);
    expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
    // The cart's page alone gets this one, to come with the cart.
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, path }) => name + path)).toEqual(["shownCart/cart"]);
  });
});
