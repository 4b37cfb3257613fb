import { join } from "node:path";
import { expect, test } from "@playwright/test";
import {
  addToCart,
  advanceOrder,
  enterCode,
  fillAddress,
  newEmail,
  placeOrder,
} from "../e2e/shopper.ts";
import { folder, picture } from "./picture.ts";

const open: Record<string, string> = {
  home: "/",
  list: "/c/collections/table",
  product: "/products/tall-shoulder-vase",
  search: "/search?q=bowl",
  "search-nothing": "/search?q=zzzzqqq",
  collections: "/collections",
  "cart-empty": "/cart",
  blogs: "/blogs",
  faqs: "/faqs",
  "contact-us": "/contact-us",
  "return-and-exchange": "/return-and-exchange",
  "terms-and-conditions": "/terms-and-conditions",
  "find-order": "/find-order",
  withdraw: "/withdraw",
  "your-data": "/your-data",
};

const rooms = ["orders", "profile", "addresses", "wishlist", "wallet", "recentlyViewed", "privacy"];

for (const [name, path] of Object.entries(open)) {
  test(name, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await picture(page, name);
  });
}

test("home in the dark theme", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    localStorage.setItem("theme", "dark");
  });
  await page.reload();
  await picture(page, "home-dark");
});

test("a blog article", async ({ page }) => {
  await page.goto("/blogs");
  await page.getByRole("main").getByRole("link").nth(1).click();
  await expect(page).toHaveURL(/\/blogs\/./);
  await picture(page, "blog");
});

test("from cart to order, and the account pages", async ({ page }) => {
  const email = newEmail();
  await addToCart(page, "everyday-bowl");
  await page.screenshot({
    path: join(folder, `cart-drawer-${page.viewportSize()?.width ?? 0}.jpg`),
    type: "jpeg",
    quality: 72,
  });
  await page.goto("/products/moon-jar");
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByText("Moon jar").first()).toBeVisible();
  await picture(page, "cart");
  await page.goto("/login?next=/checkout");
  await picture(page, "login");
  await enterCode(page, email);
  await expect(page).toHaveURL(/\/checkout/);
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  await picture(page, "checkout");
  const orderId = await placeOrder(page);
  await expect(page.getByRole("heading", { level: 1, name: /Thank you/ })).toBeVisible();
  await picture(page, "order-confirmation");
  await advanceOrder(orderId, "shipped");
  await page.goto(`/order-detail/${orderId}`);
  await expect(page.getByText("Shipped").first()).toBeVisible();
  await picture(page, "order-details");
  await advanceOrder(orderId, "delivered");
  await page.goto(`/write-review/${orderId}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await picture(page, "write-review");
  await page.goto(`/order-detail/${orderId}`);
  await expect(page.getByText("Delivered").first()).toBeVisible();
  await picture(page, "order-delivered");
  await page.goto(`/support-ticket?new=1&order=${orderId}`);
  await expect(page.getByLabel("Subject")).toBeVisible();
  await picture(page, "support-ticket");
  for (const room of rooms) {
    await page.goto(`/user-profile/${room}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await picture(page, `account-${room}`);
  }
});
