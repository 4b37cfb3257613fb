import { expect, type Page } from "@playwright/test";
import { newEmail } from "../shopper";

/** The number of a guest's order, by default paid on delivery. */
export async function placedOrder(page: Page, paymentMethod = "cod"): Promise<string> {
  return (await placedGuestOrder(page, paymentMethod)).orderId;
}

/** A guest's order with the key of its link. */
export async function placedGuestOrder(
  page: Page,
  paymentMethod = "cod",
): Promise<{ orderId: string; key: string }> {
  const product = await page.request.get("/api/products/everyday-mug");
  const { output: mug } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  const response = await page.request.post("/api/orders", {
    data: {
      skuIds: [mug.skus[0]?.skuId],
      contact: { email: newEmail(), firstName: "Tomas", lastName: "Berg", phone: "2065550173" },
      address: {
        firstName: "Tomas",
        lastName: "Berg",
        line1: "2417 Queen Anne Ave N",
        city: "Seattle",
        state: "WA",
        postalCode: "98109",
        country: "US",
        phone: "2065550173",
      },
      paymentMethod,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { output } = (await response.json()) as { output: { orderId: string; key: string } };
  return output;
}
