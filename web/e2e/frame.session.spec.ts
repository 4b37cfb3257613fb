import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { consoleErrors, followFooter, refuse, stored } from "./frame";
import { addToCart, enterCode, newEmail, signIn } from "./shopper";

const cart = (page: Page, text: string) =>
  expect(page.getByRole("link", { name: `Cart, ${text}` })).toBeVisible();

async function second(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test("two tabs agree on who is signed in, and on the cart", async ({ page, context }) => {
  await addToCart(page);
  const other = await second(context, "/cart");
  await cart(other, "1 item");
  await page.goto("/login");
  await enterCode(page, newEmail());
  await expect(page).toHaveURL("/");
  await other.getByRole("button", { name: "Account" }).click();
  await expect(other.getByRole("button", { name: "Sign out" })).toBeVisible();
  await cart(page, "1 item");
  await cart(other, "1 item");
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "One more" }).click();
  await cart(page, "2 items");
  await page.goto("/user-profile/orders");
  await other.getByRole("button", { name: "Account" }).click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Forders");
  await cart(page, "0 items");
  expect(await stored(page, "accessToken")).toBeNull();
});

test("a tab that sees only half of a sign-in ends no session", async ({ page, context }) => {
  await signIn(page);
  const tokens = {
    access: (await stored(page, "accessToken")) ?? "",
    refresh: (await stored(page, "refreshToken")) ?? "",
  };
  await page.evaluate(() => {
    for (const key of ["accessToken", "refreshToken"]) localStorage.removeItem(key);
  });
  await page.goto("/faqs");
  const other = await second(context, "/blogs");
  // The other tab sees only the access token; its request is answered later.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const halves: unknown[] = [];
  await other.route("**/auth/loggedInUserDetails", async (route) => {
    const body = route.request().postDataJSON() as { refreshToken: string };
    if (body.refreshToken === "") {
      halves.push(body);
      await held;
    }
    await route.continue();
  });
  await page.evaluate((token) => localStorage.setItem("accessToken", token), tokens.access);
  await expect.poll(() => halves.length).toBe(1);
  await page.evaluate((token) => localStorage.setItem("refreshToken", token), tokens.refresh);
  release();
  await other.getByRole("button", { name: "Account" }).click();
  await expect(other.getByRole("button", { name: "Sign out" })).toBeVisible();
  expect(await stored(page, "accessToken")).toBe(tokens.access);
});

test("two tabs that use one refresh token at once stay signed in", async ({ page, context }) => {
  await signIn(page);
  const other = await second(context, "/");
  await other.getByRole("button", { name: "Account" }).click();
  await expect(other.getByRole("button", { name: "Sign out" })).toBeVisible();
  await other.keyboard.press("Escape");
  // Tokens of the same second are equal; the renewed one has to differ.
  const spent = (await stored(page, "accessToken")) ?? "";
  const claims = Buffer.from(spent.split(".")[1] ?? "", "base64url").toString();
  const { iat } = JSON.parse(claims) as { iat: number };
  await expect.poll(() => Date.now() / 1000).toBeGreaterThan(iat + 1);
  for (const tab of [page, other]) {
    // The first token is treated as expired.
    await tab.route("**/api/carts", async (route) => {
      const bearer = route.request().headers()["authorization"];
      await (bearer === `Bearer ${spent}`
        ? route.fulfill(refuse(401, "Please sign in to continue."))
        : route.continue());
    });
  }
  await Promise.all([page.goto("/cart"), other.goto("/cart")]);
  for (const tab of [page, other]) {
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
    await tab.getByRole("button", { name: "Account" }).click();
    await expect(tab.getByRole("button", { name: "Sign out" })).toBeVisible();
  }
  for (const key of ["accessToken", "refreshToken"]) {
    expect(await stored(page, key)).toBe(await stored(other, key));
  }
  await page.goto("/user-profile/wallet");
  await expect(page).toHaveURL("/user-profile/wallet");
});

test("stored tokens restore the session; rejected tokens are removed, failed requests keep them", async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page);
  const token = await stored(page, "accessToken");
  const restoring = page.waitForRequest("**/auth/loggedInUserDetails");
  await page.goto("/user-profile/wallet");
  const request = await restoring;
  expect(request.headers()["authorization"]).toBe(`Bearer ${token ?? ""}`);
  expect(request.postDataJSON()).toEqual({
    jwtToken: token,
    refreshToken: await stored(page, "refreshToken"),
  });
  await expect(page).toHaveURL("/user-profile/wallet");

  await page.route("**/auth/loggedInUserDetails", (route) => route.abort());
  await page.reload();
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Fwallet");
  expect(errors.join()).toContain("Error fetching user details:");
  expect(await stored(page, "accessToken")).toBe(token);
  await page.unroute("**/auth/loggedInUserDetails");
  await page.goto("/user-profile/wallet");
  await expect(page).toHaveURL("/user-profile/wallet");

  await page.evaluate(() => localStorage.setItem("accessToken", "nonsense"));
  await page.reload();
  await expect(page).toHaveURL("/login?next=%2Fuser-profile%2Fwallet");
  expect(await stored(page, "accessToken")).toBeNull();
  expect(await stored(page, "refreshToken")).toBeNull();
});

test("a guest's cart and lists are stored in the browser, restored, and kept after signing in", async ({
  page,
}) => {
  await addToCart(page);
  const cartIds = await stored(page, "guestCartSkuIds");
  expect(JSON.parse(cartIds ?? "")).toHaveLength(1);
  const viewed = await stored(page, "recentlyViewedSkuIds");
  expect(JSON.parse(viewed ?? "")).toHaveLength(1);
  // Without this cookie the browser asks for the cart.
  await page.context().clearCookies({ name: "shownCart" });
  const quoted = page.waitForRequest("**/api/carts/guest");
  await page.goto("/cart");
  expect((await quoted).postDataJSON()).toEqual(JSON.parse(cartIds ?? ""));
  await expect(page.getByText("Everyday mug")).toBeVisible();
  await page.goto("/login");
  await enterCode(page, newEmail());
  await expect(page).toHaveURL("/");
  await cart(page, "1 item");
  expect(await stored(page, "guestCartSkuIds")).toBeNull();
  expect(await stored(page, "recentlyViewedSkuIds")).toBe(viewed);
});

for (const [kind, spoil] of [
  [
    "is blocked",
    () => {
      const refuse = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: refuse });
      Object.defineProperty(window, "sessionStorage", { get: refuse });
    },
  ],
  [
    "is full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    },
  ],
  [
    "has invalid data",
    () => {
      const keys = ["accessToken", "refreshToken", "moduleReloaded", "theme", "recentSearches"];
      for (const key of keys) localStorage.setItem(key, "\u0000{]");
      localStorage.setItem("guestCartSkuIds", '{"length": 9e9}');
      localStorage.setItem("recentlyViewedSkuIds", '[null, -1, 1e99, "7", {}, [[]], 0.5]');
      sessionStorage.setItem("pendingCode", "[1]");
      sessionStorage.setItem("checkoutDraft", '"x"');
    },
  ],
] as const) {
  test(`storage that ${kind} does not break the shop`, async ({ page }) => {
    const thrown: Error[] = [];
    page.on("pageerror", (error) => thrown.push(error));
    await page.addInitScript(spoil);
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("combobox", { name: "Search products" }).first().fill("mug");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Everyday mug" }).first().click();
    await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
    await cart(page, "1 item");
    await page.getByRole("dialog").getByRole("link", { name: "View cart" }).click();
    await expect(page).toHaveURL("/cart");
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: "Remove Everyday mug" })).toBeVisible();
    await followFooter(page, "FAQs");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(thrown).toEqual([]);
  });
}

test("the sign-in fields have their placeholders", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByPlaceholder("Please enter your email address.")).toBeVisible();
  await page.getByRole("button", { name: "Phone number" }).click();
  await expect(page.getByPlaceholder("Please enter your 10 digit number.")).toBeVisible();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.getByPlaceholder("Please enter your email address.").fill(newEmail());
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByPlaceholder("Please enter OTP for verification")).toBeFocused();
});
