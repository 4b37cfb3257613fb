import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { signIn } from "./backoffice/operator";

const count = async (page: Page) =>
  Number(
    (
      await page
        .getByText(/^\d+ products?$/)
        .first()
        .innerText()
    ).split(" ")[0],
  );

test("a search names the words that it corrected, and can be taken literally", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await field.fill("vasse");
  await field.press("Enter");
  await expect(page.getByText("Showing results for vases")).toBeVisible();
  await expectAccessible(page);
  const corrected = await page.getByRole("article").count();
  expect(corrected).toBeGreaterThan(0);

  const literal = page.getByRole("link", { name: "vasse", exact: true });
  await literal.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=vasse&literal=true/);
  await expect(page.getByRole("heading", { name: /No results for/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "vases", exact: true }).click();
  await expect(page).toHaveURL(/q=vases$/);
  await expect(page.getByRole("article")).toHaveCount(corrected);
  await expect(page.getByText(/Showing results/)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /No results for/ })).toBeVisible();
});

test("an empty list says which filter to remove, and how much that gives", async ({ page }) => {
  await page.goto("/search?q=vase&inStock=true&price=..100");
  const without = page.getByRole("link", {
    name: /^Without Price: Under \$1 \(\d+ products?\)$/,
  });
  await expect(without).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear all" }).first()).toBeVisible();
  await expectAccessible(page);
  const promised = Number(/\((\d+)/.exec(await without.innerText())?.[1]);
  await without.click();
  await expect(page).toHaveURL(/q=vase&inStock=true$/);
  await expect(page.getByRole("article").first()).toBeVisible();
  expect(await count(page)).toBe(promised);
});

test("a search leads to the page that an operator has entered", async ({ page }) => {
  await signIn(page);
  await page.goto("/backoffice/storefront/search-words");
  await page.getByRole("button", { name: "Add redirect", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New redirect of a search" });
  await dialog.getByLabel("A search for").fill("Sending it back");
  await dialog.getByRole("combobox", { name: "Leads to" }).fill("https://elsewhere.example/");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/Enter the path of a page of this shop/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "Leads to" }).fill("/return-and-exchange");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Redirect saved")).toBeVisible();

  await expect
    .poll(async () => {
      const response = await page.request.get("/search?q=sending+it+BACK", { maxRedirects: 0 });
      return [response.status(), response.headers()["location"]].join(" ");
    })
    .toBe("302 /return-and-exchange");
  const response = await page.request.get("/search?q=sending+it+back", { maxRedirects: 0 });
  expect(response.headers()["cache-control"]).toBe("no-store");

  await page.goto("/faqs");
  const field = page.getByRole("combobox", { name: "Search products" }).first();
  await field.fill("sending it back");
  await field.press("Enter");
  await expect(page).toHaveURL("/return-and-exchange");
  // The search is replaced, so that Back does not lead to it.
  await page.goBack();
  await expect(page).toHaveURL("/faqs");

  await page.goto("/backoffice/storefront/search-words");
  await page.getByRole("button", { name: "Change redirect: Sending it back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Redirect of Sending it back deleted")).toBeVisible();
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("what was understood and what to remove are links", async ({ page }) => {
    // A page that is not rendered in time is left to the client, which needs a script.
    await expect(async () => {
      await page.goto("/search?q=vasse");
      await expect(page.getByText("Showing results for vases")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole("link", { name: "vasse", exact: true })).toHaveAttribute(
      "href",
      "/search?q=vasse&literal=true",
    );
    await expect(async () => {
      await page.goto("/search?q=vase&price=..100");
      const without = page.getByRole("link", { name: /^Without Price/ });
      await expect(without).toHaveAttribute("href", "/search?q=vase", { timeout: 2_000 });
    }).toPass();
  });
});
