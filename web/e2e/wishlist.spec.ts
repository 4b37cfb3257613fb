import { expect, test } from "@playwright/test";
import { holdClient } from "./firstVisit";
import { addToCart, signIn } from "./shopper";

test("a guest's wishlist is stored in the browser and kept after signing in", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  await page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first().click();
  const count = (name: string) => page.getByRole("banner").getByRole("link", { name });
  await expect(count("Wishlist, 1 item")).toBeVisible();
  await page.reload();
  await expect(count("Wishlist, 1 item")).toBeVisible();

  await addToCart(page, "dinner-plate");
  await page.goto("/cart");
  await page.getByRole("button", { name: "Move to wishlist" }).click();
  await count("Wishlist, 2 items").click();
  await expect(page).toHaveURL("/wishlist");
  await expect(page.getByText("Saved in this browser.")).toBeVisible();
  const saved = page.getByRole("main").getByRole("article");
  await expect(saved).toHaveCount(2);
  await page.getByRole("button", { name: "Move to cart" }).first().click();
  await expect(saved).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  // What is shown at once is stored a moment later.
  const stored = () => page.evaluate(() => localStorage.getItem("guestWishlistSkuIds"));
  await expect.poll(async () => JSON.parse((await stored()) ?? "[]") as unknown[]).toHaveLength(1);

  await signIn(page);
  await expect(count("Wishlist, 1 item")).toBeVisible();
  expect(await stored()).toBeNull();
  await page.goto("/wishlist");
  await expect(page).toHaveURL("/user-profile/wishlist");
  await expect(saved.getByRole("link", { name: "Everyday mug" })).toBeVisible();
});

test("a guest who leaves while the code behind the heart is loaded has the product all the same", async ({
  page,
}) => {
  await page.goto("/products/everyday-mug");
  await holdClient(page, "changes-*.js");
  await page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first().click();
  const count = page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 item" });
  await expect(count).toBeVisible();
  await page.goto("/blogs");
  await expect(count).toBeVisible();
});

test("a customer who leaves while the code behind the heart is loaded has the product all the same", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/products/everyday-mug");
  await holdClient(page, "changes-*.js");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Add to wishlist" }).first().click();
  const count = page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 item" });
  await expect(count).toBeVisible();
  await page.goto("/blogs");
  await expect(count).toBeVisible();
});

test("the bar at the foot leads guests to their wishlist too @phone", async ({ page }) => {
  await page.goto("/products/everyday-mug");
  const bar = page.getByRole("navigation", { name: "Main", exact: true });
  await bar.getByRole("link", { name: "Wishlist" }).click();
  await expect(page).toHaveURL("/wishlist");
  await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Wishlist" })).toHaveAttribute("aria-current", "page");
  await signIn(page);
  await bar.getByRole("link", { name: "Wishlist" }).click();
  await expect(page).toHaveURL("/user-profile/wishlist");
});

test("a wishlist is shared by link: a guest's as a copy, a customer's until sharing ends", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const other = await (await browser.newContext()).newPage();
  const shared = other.getByRole("main").getByRole("article");
  const save = page.getByRole("main").getByRole("button", { name: "Add to wishlist" }).first();
  const copiedLink = async () => {
    await page.getByRole("button", { name: "Share list" }).click();
    await expect(page.getByText("Link copied.").last()).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await page.goto("/products/everyday-mug");
  await save.click();
  const wishlistLink = (name: string) => page.getByRole("banner").getByRole("link", { name });
  await expect(wishlistLink("Wishlist, 1 item")).toBeVisible();
  // What is shown at once is saved a moment later.
  await expect(page.locator("main button[aria-busy=true]")).toHaveCount(0);
  await page.goto("/wishlist");
  await other.goto(await copiedLink());
  await expect(shared.getByRole("link", { name: "Everyday mug" })).toBeVisible();

  await signIn(page);
  await page.goto("/user-profile/wishlist");
  const link = await copiedLink();
  expect(link).toMatch(/\/shared-wishlist\/\S{20,}$/);
  await page.goto("/products/dinner-plate");
  await save.click();
  await expect(wishlistLink("Wishlist, 2 items")).toBeVisible();
  // What is shown at once is saved a moment later.
  await expect(page.locator("main button[aria-busy=true]")).toHaveCount(0);
  await other.goto(link);
  await expect(shared).toHaveCount(2);
  await page.goto("/user-profile/wishlist");
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(page.getByText("The link no longer works.")).toBeVisible();
  await other.reload();
  await expect(other.getByText("This list is not shared")).toBeVisible();
});
