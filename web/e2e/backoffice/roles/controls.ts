import { expect, type Locator, type Page } from "@playwright/test";

const ROLES =
  "button|link|menuitem|menuitemcheckbox|switch|checkbox|radio|tab|textbox|searchbox|combobox|spinbutton|slider";
const LINE = new RegExp(`^\\s*- '?(${ROLES})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?`);
const OPTION = /^\s*- '?(option)\b(?: "((?:[^"\\]|\\.)*)")?/;
const URL_LINE = /^\s*- \/url: (\S+)/;

/** Without what differs from record to record: numbers, addresses, amounts and times. */
function withoutData(name: string): string {
  return name
    .replace(/\\"/g, '"')
    .replace(/\b([A-Z]{2}-|evt_)[\w-]+/g, "…")
    .replace(/\S+@\S+/g, "…")
    .replace(
      /^(Stock of|Price of|Compare-at price of|\d+ variants? of|Select(?! all)|Add synonyms:|Add redirect:|Hide:|Show again:|Switch off:|Erase(?! customer)|Reply to|Manage) .+/,
      "$1 …",
    )
    .replace(/[$+−-]*\d[\d,.:]*%?([ \u202f](AM|PM)\b)?/g, "…")
    .trim();
}

/** The kind of page that an address leads to. */
function withoutIds(url: string): string {
  const [path = "", query = ""] = url.replace(/#.*/, "").split("?");
  if (/^\w+:(?!\/\/)/.test(path)) return path.replace(/:.*/, ":…");
  const kind = path
    .replace(/^\/products\/.*/, "/products/…")
    .split("/")
    .map((part) => ((/\d/.test(part) && part !== "v1") || /^[A-Z]{2}-/.test(part) ? "…" : part))
    .join("/");
  const names = [...new URLSearchParams(query).keys()];
  return names.length > 0 ? `${kind}?${names.join("&")}` : kind;
}

/** Names such as `button Confirm`, and whether they can be used. */
export type Controls = Map<string, boolean>;

/** The controls of an ARIA snapshot, each once: `button Confirm`, or `link` and where it leads. */
function controlsIn(snapshot: string, pattern = LINE): Controls {
  const found = new Map<string, boolean>();
  let isLink = false;
  for (const line of snapshot.split("\n")) {
    const url = URL_LINE.exec(line)?.[1];
    if (url !== undefined && isLink) found.set(`link ${withoutIds(url)}`, true);
    const [, role, name = ""] = pattern.exec(line) ?? [];
    isLink = role === "link";
    if (role === undefined || isLink) continue;
    const control = `${role} ${withoutData(name)}`.trim();
    found.set(control, found.get(control) === true || !line.includes("[disabled]"));
  }
  return found;
}

/** Whether controls, and their ARIA snapshot, are those of the screen that was opened. */
type IsNext = (controls: Controls, snapshot: string) => boolean;

const isAny: IsNext = () => true;

/** The attributes that decide which controls there are, and whether they can be used. */
const DECISIVE = [
  "aria-busy",
  "aria-disabled",
  "aria-hidden",
  "aria-label",
  "class",
  "data-loading",
  "disabled",
  "hidden",
  "href",
  "role",
];
/** Milliseconds. */
const QUIET = 100;

/** Resolves once a page has nothing to do and nothing in it has changed for a while; tells whether it is complete. */
function settled(page: Page): Promise<boolean> {
  return page.evaluate(
    ([attributeFilter, quiet]) =>
      new Promise<boolean>((resolve) => {
        let changed = performance.now();
        const observer = new MutationObserver(() => (changed = performance.now()));
        observer.observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
          attributeFilter,
        });
        const check = () => {
          if (performance.now() < changed + quiet) return void requestIdleCallback(check);
          observer.disconnect();
          resolve(document.querySelector("[aria-busy=true], [data-loading=true]") === null);
        };
        requestIdleCallback(check);
      }),
    [DECISIVE, QUIET] as const,
  );
}

/** Follows the calls of a page, and what goes wrong in it. */
export class Watched {
  readonly problems: string[] = [];
  /** Where the page is, for the problems. */
  at = "";
  /** What was last looked at. */
  snapshot = "";
  private readonly waiting = new Set<unknown>();

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => {
      // Those of the storefront in a preview end with its frame, without an event.
      if (request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      // So do those of pictures that a list no longer shows, and no control depends on a picture.
      if (request.resourceType() === "image") return;
      this.waiting.add(request);
    });
    page.on("requestfinished", (request) => this.waiting.delete(request));
    page.on("requestfailed", (request) => this.waiting.delete(request));
    page.on("response", (response) => {
      if (response.status() >= 400)
        this.report(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    page.on("pageerror", (error) => this.report(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.report(message.text());
    });
  }

  private report(problem: string): void {
    this.problems.push(`${this.at}: ${problem}`);
  }

  /**
   * The controls of a part of the page once it is complete: nothing is loading and nothing changes.
   * `isNext`: whether they are those of the page or panel that was opened, and not still those before it.
   */
  async controls(part: Locator, isNext = isAny, pattern = LINE): Promise<Controls> {
    let snapshot = "";
    await expect(async () => {
      expect(this.waiting.size).toBe(0);
      expect(await settled(this.page)).toBe(true);
      expect(this.waiting.size).toBe(0);
      const parts = await part.all();
      snapshot = (await Promise.all(parts.map((one) => one.ariaSnapshot()))).join("\n");
      const isOpen = isNext(controlsIn(snapshot, pattern), snapshot);
      expect(isOpen, `The screen is open: ${snapshot}`).toBe(true);
    }).toPass({ intervals: [100], timeout: 30_000 });
    this.snapshot = snapshot;
    return controlsIn(snapshot, pattern);
  }

  /** Goes to a page as a link does, without loading the application again. */
  async open(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/backoffice${path}`);
    await expect(this.page).toHaveURL((url) => url.pathname + url.search === `/backoffice${path}`);
  }

  /** The controls of a part of the page, and of each of its menus. */
  async controlsAndMenus(part: Locator, isNext = isAny): Promise<Controls> {
    const found = await this.controls(part, isNext);
    for (const button of await part.locator("[aria-haspopup=menu]:visible:enabled").all()) {
      await button.click({ timeout: 10_000 });
      const menu = this.page.getByRole("menu");
      await expect(menu).toBeVisible();
      for (const [control, isUsable] of controlsIn(await menu.ariaSnapshot()))
        found.set(control, isUsable);
      // The menu hears keys once it has the focus, a moment after it is drawn.
      await expect(this.page.locator("[role=menu]:focus-within")).toBeVisible();
      await this.page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
    }
    return found;
  }

  /** What the search box offers for a text. */
  async offered(text: string): Promise<Controls> {
    await this.page.getByRole("button", { name: /^Search/ }).click();
    const box = this.page.getByRole("dialog", { name: "Search" });
    await box.getByRole("combobox").fill(text);
    const found = await this.controls(box, isAny, OPTION);
    await this.page.keyboard.press("Escape");
    await expect(box).toBeHidden();
    return found;
  }
}
