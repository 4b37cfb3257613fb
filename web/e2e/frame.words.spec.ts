import { expect, test } from "@playwright/test";
import { answer, consoleErrors, refuse } from "./frame";
import { addToCart, advanceOrder, orderCash, signIn } from "./shopper";

test.slow();

/** Fields of enumerations to which a newer server may add values. */
const ENUMERATED = new Set([
  "reason",
  "type",
  "kind",
  "by",
  "problem",
  "outcome",
  "resolution",
  "refundTo",
  "paymentMethod",
  "paymentMethods",
  "gender",
  "code",
]);

const NUMBERED = new Set(["status", "paymentStatus"]);

/** A response of a newer server: all enumeration values are unknown. */
function newer(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => newer(each, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, newer(each, key)]));
  }
  if (typeof value === "string" && ENUMERATED.has(name)) return "of_tomorrow";
  if (typeof value === "number" && NUMBERED.has(name)) return 99;
  return value;
}

test("the wishlist shows its own message wherever a request fails without one", async ({
  page,
}) => {
  await signIn(page);
  const silent = { status: 500, body: "" };
  const message = page.getByText("An error occurred", { exact: true });
  await addToCart(page);
  await page.goto("/cart");
  await page.route(/\/wishlist(\/\d+)?$/, (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill(silent) : route.continue(),
  );
  await page.getByRole("button", { name: "Move to wishlist" }).click();
  await expect(message).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("An error occurred");
  await page.unroute(/\/wishlist(\/\d+)?$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.goto("/products/everyday-mug");
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await expect(page.getByText("Added to your wishlist")).toBeVisible();
  await page.goto("/user-profile/wishlist");
  await page.route(/\/wishlist\/\d+$/, (route) => route.fulfill(silent));
  await page.getByRole("button", { name: "Move to cart" }).first().click();
  await expect(message).toBeVisible();
  await page.route(/\/wishlist\/\d+$/, (route) =>
    route.fulfill(refuse(409, "The shop knows why.")),
  );
  await page.getByRole("button", { name: "Move to cart" }).first().click();
  await expect(page.getByText("The shop knows why.")).toBeVisible();
});

test.describe("Google's client id", () => {
  test.use({ bypassCSP: true });

  test("is requested wherever sign-in is shown, whatever the shop supports", async ({ page }) => {
    await page.route("**/api/credentials/applicability", (route) => route.fulfill(refuse()));
    await page.route("**/api/credentials/googleAuth", (route) =>
      route.fulfill(answer({ clientId: "client-1" })),
    );
    await page.route("https://accounts.google.com/gsi/client", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "window.google = { accounts: { oauth2: {} } };",
      }),
    );
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
  });

  test("that is missing is logged once, with its reason", async ({ page }) => {
    const errors = consoleErrors(page);
    const clientIdRequest = page.waitForRequest("**/api/credentials/googleAuth");
    await page.goto("/login");
    await clientIdRequest;
    await expect.poll(() => errors.join()).toContain("Failed to retrieve Google Client ID.");
    expect(errors.join()).toContain("A client id is required for Google sign-in.");
    await expect(page.getByRole("button", { name: "Send code" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeHidden();
  });
});

test("a page that is older than the server has general labels for unknown values", async ({
  page,
}) => {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  await signIn(page);
  await page.goto("/user-profile/profile");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  const orderId = await orderCash(page);
  await advanceOrder(orderId, "delivered");
  await page.goto(`/support-ticket?new=1&order=${orderId}`);
  await page.getByLabel("Subject").fill("A chip in the rim");
  await page.getByLabel("How can we help?").fill("It arrived with a chip.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page).toHaveURL(/ticket=ST-/);
  const ticket = new URL(page.url()).search;
  await addToCart(page, "everyday-mug");
  await page.keyboard.press("Escape");

  await page.route(/\/(api|customer|wishlist)(\/|$|\?)/, async (route) => {
    if (route.request().resourceType() !== "fetch") return route.continue();
    const response = await route.fetch();
    if (!(response.headers()["content-type"] ?? "").includes("json")) {
      return route.fulfill({ response });
    }
    const body = (await response.json()) as { output: unknown };
    if (response.status() >= 400) return route.fulfill({ response });
    const output = newer(body.output);
    await route.fulfill({ response, json: { ...body, output } });
  });
  await page.route("**/api/wallet?**", (route) =>
    route.fulfill(
      answer({
        balance: { amount: 500, currency: "USD" },
        expiring: [],
        topups: null,
        transactions: {
          page: 1,
          pageSize: 10,
          total: 1,
          items: [
            {
              id: 1,
              amount: { amount: 500, currency: "USD" },
              type: "moved",
              reason: "of_tomorrow",
              orderId: null,
              time: "2026-03-09T12:00:00.000Z",
              balanceAfter: { amount: 500, currency: "USD" },
            },
          ],
        },
      }),
    ),
  );
  for (const [path, words] of [
    ["/user-profile/wallet", "Wallet transaction"],
    [`/order-detail/${orderId}`, "Another payment method"],
    [`/order-detail/${orderId}`, "Being processed"],
    [`/order-detail/${orderId}`, "Download document"],
    ["/user-profile/orders", orderId],
    [`/support-ticket${ticket}`, "It arrived with a chip."],
    ["/support-ticket", "A chip in the rim"],
    ["/cart", "Everyday mug"],
    ["/checkout", "Everyday mug"],
    ["/products/everyday-mug", "Everyday mug"],
    ["/", "Table"],
    ["/user-profile/profile", "Save profile"],
    ["/user-profile/addresses", "Addresses"],
    ["/user-profile/wishlist", "Wishlist"],
    [`/write-review/${orderId}`, "Everyday mug"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
    await expect(page.getByText("This page did not load")).toBeHidden();
  }
  // The page keeps values that it does not know.
  await page.goto("/user-profile/profile");
  await expect(page.getByLabel("Gender")).toHaveValue("of_tomorrow");
  await page.goto("/");
  await page.getByRole("combobox", { name: "Search" }).first().fill("mug");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  expect(broken).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
