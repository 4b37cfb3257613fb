import { expect, type Page, test } from "@playwright/test";
import { fillers, type FileProduct, picturedProducts, withImported } from "./importedShop";
import { expectSoundLayout, expectSoundShop, layoutProblems } from "./layout";
import { ofThisRun } from "./share";

const LONG_WORD =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/** Content that breaks layouts: long words, high prices, tables, pictures of every shape. */
function hardProducts(dearest: string): FileProduct[] {
  const description = [
    `<p>${LONG_WORD} ${"x".repeat(120)}</p>`,
    "<table><tbody><tr>",
    ...Array.from({ length: 12 }, (_, index) => `<td>Measurement ${index}</td><td>1,250 mm</td>`),
    "</tr></tbody></table>",
    `<pre>${"wide ".repeat(60)}</pre>`,
    "<h2>Geschenkverpackungsmaterialzusammenstellungsvorschriften</h2>",
    "<ul><li>https://example.com/a/very/long/address/that/has/no/place/to/break/at/all/in/it</li></ul>",
  ].join("");
  return [
    {
      title: LONG_WORD,
      category: "Geschenkverpackungsmaterialien & Zubehör",
      price: dearest,
      picture: "wide.png",
      vendor: "Rindfleischetikettierungsüberwachungsaufgabenübertragung",
      description,
      sizes: ["Extragroß mit Sonderanfertigungszuschlag", "S", "M", "L", "XL", "XXL", "XXXL"],
    },
    {
      title: "Fußbodenschleifmaschinenverleih",
      category: "Geschenkverpackungsmaterialien & Zubehör > Kraftfahrzeughaftpflichtversicherungen",
      price: "99",
      compareAtPrice: dearest,
      picture: "high.png",
      quantity: 2,
    },
    { title: "X", category: "Arbeiterunfallversicherungsgesetz", price: "1", picture: "tiny.png" },
    {
      title: "Sold out already, a name that is long but of ordinary words in one sentence or more",
      category: "Bezirksschornsteinfegermeisterinnung",
      price: dearest,
      quantity: 0,
    },
    ...Array.from({ length: 30 }, (_, index) => ({
      title: `Part ${index + 1}`,
      category: `Geschenkverpackungsmaterialien & Zubehör > Unterkategoriebezeichnung ${index + 1}`,
      price: "7",
    })),
  ];
}

const SHOPS = [
  {
    name: "300 categories, dollars",
    products: [...hardProducts("1234567.89"), ...picturedProducts(8), ...fillers(290)],
    settings: {
      STALLAGE_CURRENCY: "USD",
      STALLAGE_SHOP_NAME: "Donaudampfschifffahrtsgesellschaft & Söhne Haushaltswaren",
    },
  },
  {
    name: "one category, yen",
    products: hardProducts("1234567").map((product) => ({
      ...product,
      category: product.category.replace(/^[^>]*/, "Geschenkverpackungsmaterialien & Zubehör "),
    })),
    settings: { STALLAGE_CURRENCY: "JPY", STALLAGE_SHOP_NAME: "X" },
  },
  {
    name: "some categories, dinars",
    products: [...hardProducts("1234567.895"), ...fillers(12)],
    settings: { STALLAGE_CURRENCY: "KWD" },
  },
] as const;

for (const { name, products, settings } of ofThisRun(SHOPS)) {
  test(`nothing overlaps, is cut off or scrolls sideways: ${name}`, async ({ page }) => {
    test.setTimeout(300_000);
    await withImported(products, settings, async ({ address }) => {
      await expectSoundShop(page, address, ["product-1", "product-2"]);
      await expectSoundLayout(page, `${address}/search?q=${LONG_WORD}`);
      await page.goto(address);
      await expectSoundMenus(page);
    });
  });
}

/** The header's panels and the drawer, which overlap the page on purpose. */
async function expectSoundMenus(page: Page): Promise<void> {
  await page.addStyleTag({ content: "main, footer { visibility: hidden }" });
  const menu = page.getByRole("navigation", { name: "Categories" });
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const entries = menu.getByRole("listitem").filter({ visible: true });
    for (const entry of await entries.all()) {
      const opener = entry.getByRole("button");
      if ((await opener.count()) === 0) continue;
      await opener.focus();
      await page.keyboard.press("Enter");
      const panel = menu.locator(`[id="${(await opener.getAttribute("aria-controls")) ?? ""}"]`);
      await expect(panel.getByRole("link").first()).toBeVisible();
      expect.soft(await layoutProblems(page, [width])).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);
    }
  }
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("button", { name: "Menu" }).click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    // Its module is loaded when it is first opened; closed before that, it would open later.
    await expect(drawer).toBeVisible();
    for (const category of await drawer.locator("summary").all()) await category.click();
    expect.soft(await layoutProblems(page, [width])).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
  }
}

test("the check finds layout errors", async ({ page }) => {
  await page.goto("/contact-us");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const width = [1280];
  expect(await layoutProblems(page, width)).toEqual([]);
  const broken = async (css: string) => {
    const style = await page.addStyleTag({
      content: css.replaceAll(/; | \}/g, (end) => ` !important${end}`),
    });
    const found = await layoutProblems(page, width);
    await style.evaluate((element) => element.parentNode?.removeChild(element));
    return found.join("\n");
  };
  expect(await broken("h1 { margin-top: -60px }")).toContain("texts overlap");
  expect(await broken("h1 { width: 40px; overflow: hidden; white-space: nowrap }")).toContain(
    "is cut off",
  );
  expect(await broken("h1 { width: 40px; white-space: nowrap }")).toContain("runs out of its box");
  expect(await broken("main { width: 1600px }")).toContain("scrolls sideways");
  expect(await broken("footer a { margin: -12px }")).toContain("controls overlap");
  expect(await broken("header > div { height: 120px }")).toContain("the header is 120 high");
  expect(await broken("h1 { position: fixed; left: -20px; top: 100px }")).toContain("outside");
});
