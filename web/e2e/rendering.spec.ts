import { expect, type Page, test } from "@playwright/test";
import { collectShifts, holdClient } from "./firstVisit";
import { API, consoleErrors, expectStarted, withoutServerRendering } from "./frame";

/** Public pages with their title, and what only their data can show. */
const PAGES = [
  ["/", "An evening at the table", "Cut from one board"],
  ["/c/collections/table", "Table", "Everyday mug"],
  ["/products/everyday-mug", "Everyday mug", "Add to cart"],
  ["/search?q=bowl", "Results for “bowl”", "Everyday bowl"],
  ["/search", "What are you looking for?", "Best sellers"],
  ["/collections", "Collections", "Vases"],
  ["/blogs", "Blog", "Setting a table for six"],
  ["/blogs/a-table-for-six", "Setting a table for six", "plate"],
  ["/faqs", "Frequently asked questions", "How"],
  ["/contact-us", "Contact us", "hello@example.com"],
  ["/return-and-exchange", "", "return"],
] as const;

/** Addresses with campaign tags, and with parameters in an order that the server does not keep. */
const SHARED = [
  ["/c/collections/table?utm_source=mail", "Table"],
  ["/c/collections/kitchen?brand=orrin-pottery&attr.room=Kitchen&gclid=1", "Kitchen"],
  ["/search?q=bowl&literal=true&brand=orrin-pottery", "Results for “bowl”"],
] as const;

/** Asks for a page until it comes rendered: a machine that is busy leaves the first ones to browsers. */
async function openRendered(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const response = await page.goto(path);
    expect(response?.headers()["server-timing"]).toMatch(/page;desc="(cached|rendered)"/);
  }).toPass();
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("public pages are complete", async ({ page }) => {
    for (const [path, title, text] of PAGES) {
      await openRendered(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toContainText(title);
      await expect(page.getByText(text).first(), path).toBeAttached();
      await expect(page.getByRole("navigation", { name: "Categories" }), path).toBeAttached();
      await expect(page.getByRole("contentinfo"), path).toContainText("Kiln & Grain");
    }
  });

  test("reviews, questions and products of articles are in the page", async ({ page }) => {
    await openRendered(page, "/products/everyday-mug");
    const reviews = page.getByRole("region", { name: "Reviews", exact: true });
    await expect(reviews.getByRole("article")).toHaveCount(5);
    await expect(reviews.getByRole("list", { name: "Reviews by rating" })).toContainText(/5★\d+%/);
    await expect(page.locator("#questions")).toBeVisible();
    const together = page.locator("#bought-together");
    await expect(together.getByRole("link").first()).toBeVisible();
    await openRendered(page, "/blogs/a-table-for-six");
    const mentioned = page.getByRole("group", { name: "Products in this post" });
    await expect(mentioned.getByRole("link", { name: "Dinner plate" })).toBeVisible();
  });

  test("filters and the sort order work by links and a form", async ({ page }) => {
    await openRendered(page, "/c/collections/table");
    const filters = page.getByRole("complementary", { name: "Filters" });
    await filters.getByRole("group", { name: "Material" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/\?attr\.material=/);
    const remove = page.getByRole("link", { name: /^Remove filter/ });
    await expect(remove).toHaveCount(1);
    await page.getByRole("combobox", { name: "Sort" }).selectOption("Price, low to high");
    await page.getByRole("button", { name: "Sort", exact: true }).click();
    await expect(page).toHaveURL(/\?attr\.material=[^&]+&sort=price$/);
    await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("price");
    await remove.click();
    await expect(page).toHaveURL(/table\?sort=price$/);
  });

  test("no control is shown that does nothing", async ({ page }) => {
    const ownPages = [["/no-script/cart"], ["/no-script/checkout"]] as const;
    for (const [path] of [...PAGES, ["/c/collections/table?page=99"], ...ownPages] as const) {
      if (path.startsWith("/no-script/")) await page.goto(path);
      else await openRendered(page, path);
      // Buying without a script has a form of its own; the pictures of the gallery are its buttons.
      const dead = await page
        .locator("button, select, textarea, input:not([type=hidden])")
        .and(page.locator(":not([class*=Gallery_] *, [class*=Gallery_], [class*=ProductPage_] *)"))
        .evaluateAll((controls) =>
          (controls as HTMLInputElement[])
            .filter((control) => control.checkVisibility({ visibilityProperty: true }))
            .filter((control) => control.form?.hasAttribute("action") !== true)
            .filter((control) => !control.hasAttribute("popovertarget"))
            .map((control) => control.outerHTML.slice(0, 120)),
        );
      expect(dead, path).toEqual([]);
    }
  });

  test("links and the search lead on", async ({ page }) => {
    await openRendered(page, "/c/collections/table");
    await page.getByRole("main").getByRole("link", { name: "Everyday mug" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everyday mug");
    const search = page.getByRole("searchbox").or(page.getByRole("combobox")).first();
    await search.fill("vase");
    await search.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=vase/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("vase");
  });
});

test("the browser takes a page over without asking again, an error or a jump", async ({ page }) => {
  test.slow();
  const errors = consoleErrors(page);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await collectShifts(page);
  for (const [path, title] of [...PAGES, ...SHARED]) {
    await openRendered(page, path);
    const requested: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "GET" && API.test(pathname)) requested.push(pathname);
    });
    await page.reload();
    await expectStarted(page);
    // The client sets this when the page has been idle.
    await expect(page.locator("html")).toHaveAttribute("data-prefetch");
    await expect(page.getByRole("heading", { level: 1 }), path).toContainText(title);
    const shown = await page.evaluate(() =>
      Object.keys(JSON.parse(document.getElementById("answers")?.textContent ?? "{}") as object),
    );
    expect(shown.length, path).toBeGreaterThan(2);
    expect(
      requested.filter((one) => shown.some((known) => known.split("?")[0] === one)),
      path,
    ).toEqual([]);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(
      shifts.reduce((sum, one) => sum + one, 0),
      path,
    ).toBeLessThan(0.005);
    page.removeAllListeners("request");
  }
  expect(faults).toEqual([]);
  expect(errors).toEqual([]);
});

test("the server's elements are still there when the browser has taken over", async ({ page }) => {
  await openRendered(page, "/products/everyday-mug");
  // Marks the title before the client's script runs.
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      document.querySelector("h1")?.setAttribute("data-from-server", "");
    });
  });
  await page.reload();
  await expectStarted(page);
  await expect(page.locator("h1")).toHaveAttribute("data-from-server", "");
});

test("a button pressed before the script has loaded works once it has", async ({ page }) => {
  await openRendered(page, "/products/everyday-mug");
  const release = await holdClient(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  release();
  await expect(page.getByRole("dialog", { name: "Cart" })).toContainText("Everyday mug");
});

for (const [when, isTime] of [
  ["the scripts have begun to run", () => !!document.querySelector("script[src*='/libraries-']")],
  [
    "React has begun to take the page over",
    () =>
      Object.keys(document.getElementById("app") ?? {}).some((key) => key.startsWith("__react")),
  ],
] as const) {
  test(`a press counts once after ${when}`, async ({ page }) => {
    await openRendered(page, "/products/everyday-mug");
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.reload({ waitUntil: "commit" });
    const more = page.getByRole("main").getByRole("button", { name: "One more" }).first();
    const { x, y, width, height } = (await more.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const point = { x: x + width / 2, y: y + height / 2, button: "left", clickCount: 1 } as const;
    await page.keyboard.press("Shift");
    await page.waitForFunction(isTime);
    // At once: a click of the test's library first waits for the page.
    await session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...point });
    await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...point });
    await expectStarted(page);
    await expect(more).not.toHaveAttribute("data-waiting");
    const quantity = page.getByRole("main").getByRole("textbox", { name: "Quantity" }).first();
    await expect(quantity).toHaveValue("2");
  });
}

test("the stored theme is there before the script", async ({ page }) => {
  await page.goto("/faqs");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a page that the server leaves to the browser is rendered there", async ({ page }) => {
  await withoutServerRendering(page);
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toContainText(title);
  }
});
