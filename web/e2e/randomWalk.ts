import { expect, type Locator, type Page } from "@playwright/test";

/** A pseudo-random number from 0 to 1 (mulberry32), the same numbers for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ["mug", "bowl", "oak", "linen", "lamp", "vase", "glass", "plate", "zzqq", "basket"];
const MOST_CART_LINES = 3;

type Step = () => Promise<boolean>;

/**
 * Browses like a shopper, without loading a document: lists, facets, products, searches, cart, menu, Back
 * and Forward. The same seed takes the same choices.
 */
export class RandomWalk {
  readonly #page: Page;
  readonly #random: () => number;
  readonly #steps: readonly [weight: number, step: Step][];

  constructor(page: Page, seed: number) {
    this.#page = page;
    this.#random = randomNumbers(seed);
    this.#steps = [
      [4, () => this.#openProduct()],
      [3, () => this.#openCategory()],
      [2, () => this.#chooseFacet()],
      [2, () => this.#sortList()],
      [2, () => this.#search()],
      [2, () => this.#addToCart()],
      [2, () => this.#goThroughHistory()],
      [1, () => this.#toggleHeart()],
      [1, () => this.#useMenu()],
      [1, () => this.#changeCart()],
      [1, () => this.#goHome()],
      [1, () => this.#openText()],
    ];
  }

  /** Takes steps; a step that the open page does not have is replaced by another. */
  async take(count: number): Promise<void> {
    for (let taken = 0; taken < count;) {
      if (await this.#drawn()()) taken += 1;
      await this.settle();
    }
  }

  /** Goes to a page whose content is always the same. React keeps the one before, so that is the same too. */
  async goToTheSamePage(): Promise<void> {
    for (const [name, path] of [
      ["Terms and conditions", "/terms-and-conditions"],
      ["Contact us", "/contact-us"],
      ["Terms and conditions", "/terms-and-conditions"],
      ["Contact us", "/contact-us"],
    ] as const) {
      await this.#footer(name).click();
      await expect(this.#page).toHaveURL(path);
      await this.settle();
    }
  }

  /** Waits until the page has its data, and the address is that of the shown page. */
  async settle(): Promise<void> {
    await this.#page.waitForLoadState("networkidle");
    // A navigation begins after the next frame, and is drawn in slices.
    await this.#page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)));
        }),
    );
    await expect(this.#page.getByRole("progressbar")).toHaveCount(0);
    await expect(this.#page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(this.#page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }

  #drawn(): Step {
    const all = this.#steps.reduce((sum, [weight]) => sum + weight, 0);
    let rest = this.#random() * all;
    for (const [weight, step] of this.#steps) {
      rest -= weight;
      if (rest < 0) return step;
    }
    return () => this.#goHome();
  }

  /** Clicks one of the visible elements; false if there is none. */
  async #clickOneOf(several: Locator): Promise<boolean> {
    const visible = several.filter({ visible: true });
    const count = await visible.count();
    if (count === 0) return false;
    await visible.nth(Math.floor(this.#random() * count)).click();
    return true;
  }

  #main(): Locator {
    return this.#page.getByRole("main");
  }

  #footer(name: string): Locator {
    return this.#page.getByRole("contentinfo").getByRole("link", { name, exact: true });
  }

  #openProduct(): Promise<boolean> {
    return this.#clickOneOf(
      this.#main().getByRole("article").getByRole("heading").getByRole("link"),
    );
  }

  #openCategory(): Promise<boolean> {
    const menu = this.#page.getByRole("navigation", { name: "Categories" });
    return this.#clickOneOf(menu.getByRole("link"));
  }

  #chooseFacet(): Promise<boolean> {
    const filters = this.#page.getByRole("complementary", { name: "Filters" });
    return this.#clickOneOf(filters.getByRole("checkbox"));
  }

  async #sortList(): Promise<boolean> {
    const sort = this.#page.getByRole("combobox", { name: "Sort", exact: true });
    if (!(await sort.isVisible())) return false;
    const options = await sort.getByRole("option").count();
    await sort.selectOption({ index: Math.floor(this.#random() * options) });
    return true;
  }

  async #search(): Promise<boolean> {
    const word = WORDS[Math.floor(this.#random() * WORDS.length)] ?? "";
    const field = this.#page.getByRole("banner").getByRole("combobox", { name: "Search products" });
    // Without typing: the browser keeps the last 1,000 inputs, with their elements, to undo them.
    await field.evaluate((element: HTMLInputElement, value) => {
      const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      property?.set?.call(element, value);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }, word);
    await field.press("Enter");
    await expect(this.#page).toHaveURL(new RegExp(`/search\\?q=${word}`));
    return true;
  }

  async #addToCart(): Promise<boolean> {
    const add = this.#main().getByRole("button", { name: "Add to cart", exact: true }).first();
    if (!(await add.isVisible()) || !(await add.isEnabled())) return false;
    for (const option of await this.#main().locator("fieldset").all()) {
      if ((await option.locator("input:checked").count()) === 0) {
        await option.locator("label").first().click();
      }
    }
    await add.click();
    const drawer = this.#page.getByRole("dialog", { name: "Cart" });
    await expect(drawer).toBeVisible();
    await this.#page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    return true;
  }

  /** Goes to the cart, and removes lines so that it does not grow. */
  async #changeCart(): Promise<boolean> {
    await this.#page
      .getByRole("banner")
      .getByRole("link", { name: /^Cart, / })
      .click();
    await expect(this.#page).toHaveURL("/cart");
    await this.settle();
    const remove = this.#main().getByRole("button", { name: /^Remove (?!from wishlist)/ });
    for (let lines = await remove.count(); lines > MOST_CART_LINES; lines -= 1) {
      await remove.first().click();
      await expect(remove).toHaveCount(lines - 1);
    }
    return true;
  }

  /** Goes back or forward, but never out of the shop. */
  async #goThroughHistory(): Promise<boolean> {
    const place = await this.#page.evaluate(() => (history.state as { idx?: number } | null)?.idx);
    if (this.#random() < 0.7) {
      if (!place) return false;
      await this.#page.goBack();
    } else {
      await this.#page.goForward();
    }
    return true;
  }

  #toggleHeart(): Promise<boolean> {
    return this.#clickOneOf(
      this.#main().getByRole("button", { name: /^(Add to|Remove from) wishlist$/ }),
    );
  }

  async #useMenu(): Promise<boolean> {
    const menu = this.#page.getByRole("navigation", { name: "Categories" });
    const opener = this.#page.getByRole("button", { name: /^Show / });
    const categories = menu.getByRole("listitem").filter({ has: opener }).getByRole("link");
    await categories.nth(Math.floor(this.#random() * (await categories.count()))).focus();
    await this.#page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("link", { name: /^All of / })).toBeVisible();
    await this.#page.keyboard.press("Escape");
    await expect(menu.getByRole("link", { name: /^All of / })).toBeHidden();
    return true;
  }

  async #goHome(): Promise<boolean> {
    await this.#page
      .getByRole("banner")
      .getByRole("link", { name: /, home$/ })
      .click();
    await expect(this.#page).toHaveURL("/");
    return true;
  }

  async #openText(): Promise<boolean> {
    await this.#footer(this.#random() < 0.5 ? "Blog" : "Collections").click();
    return true;
  }
}
