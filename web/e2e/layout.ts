import { expect, type Page } from "@playwright/test";
import { expectStarted, moveMouse } from "./frame.ts";

/** From a small phone to a large screen. */
export const WIDTHS = [360, 390, 768, 1024, 1280, 1920] as const;

interface Layout {
  problems: string[];
  headerHeight: number;
}

/**
 * Returns the layout errors of the page: it scrolls sideways, elements are outside the window, text is
 * cut off or overflows its box, elements overlap.
 *
 * Text with an ellipsis (`text-overflow`, `line-clamp`) and boxes that scroll are cut off on purpose.
 */
function measureLayout(): Layout {
  const SLACK = 1.5;
  const root = document.documentElement;
  const problems: string[] = [];
  const named = (element: Element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent).trim();
    const place = element.closest("header, footer, main, nav, dialog, aside")?.tagName ?? "BODY";
    return `<${element.tagName.toLowerCase()}> “${text.slice(0, 50)}” in ${place}`;
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  function* above(element: Element) {
    for (let one: Element | null = element; one; one = one.parentElement) yield one;
  }

  /** Whether it is visible: texts for screen readers are clipped on purpose. */
  const seen = new Map<Element, boolean>();
  const isSeen = (element: Element): boolean => {
    const known = seen.get(element);
    if (known !== undefined) return known;
    const visible =
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest("[inert], svg, option, noscript, script, style") === null &&
      [...above(element)].every((one) => styleOf(one).clipPath !== "inset(50%)");
    seen.set(element, visible);
    return visible;
  };

  /** The nearest ancestor with a fixed or sticky position. */
  const layerOf = (element: Element) =>
    [...above(element)].find((one) => styleOf(one).position === "fixed") ?? null;

  if (root.scrollWidth > root.clientWidth) {
    problems.push(`the page scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
  }

  /** The visible part of a box inside its ancestors, and whether its text is cut off without a sign. */
  const clipped = (start: Element, box: DOMRect, allowance: number) => {
    let { left, right, top, bottom } = box;
    let cut: string | null = null;
    for (const one of above(start)) {
      const style = styleOf(one);
      if (style.position === "fixed") break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = one.getBoundingClientRect();
      const margin = parseFloat(style.overflowClipMargin) || 0;
      const signs = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (style.overflowX !== "visible") {
        const scrolls = style.overflowX === "auto" || style.overflowX === "scroll";
        const over = left < edge.left - margin - SLACK || right > edge.right + margin + SLACK;
        if (over && !scrolls && !signs) cut ??= `${named(one)} at its side`;
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (style.overflowY !== "visible") {
        const scrolls = style.overflowY === "auto" || style.overflowY === "scroll";
        const over =
          top < edge.top - margin - allowance || bottom > edge.bottom + margin + allowance;
        if (over && !scrolls && !signs) cut ??= `${named(one)} above or below`;
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
    }
    return { box: new DOMRect(left, top, right - left, bottom - top), cut };
  };

  /** Whether a line of text is wider than its container, up to an ancestor that clips or floats. */
  const leavesItsBox = (start: Element, line: DOMRect) => {
    for (const one of above(start)) {
      const style = styleOf(one);
      if (style.display === "inline" || style.display === "contents") continue;
      if (style.overflowX !== "visible") return false;
      const edge = one.getBoundingClientRect();
      if (line.left < edge.left - SLACK || line.right > edge.right + SLACK) return true;
      if (style.position === "absolute" || style.position === "fixed") return false;
    }
    return false;
  };

  interface Shown {
    element: Element;
    box: DOMRect;
    layer: Element | null;
  }
  const texts: Shown[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || node.textContent?.trim() === "" || !isSeen(element)) continue;
    const style = styleOf(element);
    const size = parseFloat(style.fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      const { box, cut } = clipped(element, line, size * 0.4);
      if (cut !== null) problems.push(`${named(element)} is cut off by ${cut}`);
      if (leavesItsBox(element, line)) problems.push(`${named(element)} runs out of its box`);
      if (box.width <= 0 || box.height <= 0) continue;
      if (box.right > root.clientWidth + SLACK || box.left < -SLACK) {
        problems.push(`${named(element)} is outside the window`);
      }
      if (element.closest("[aria-hidden=true]")) continue;
      // Lines may be closer than the height of their characters.
      const trimmed = Math.max(0, (line.height - size * 0.8) / 2);
      const inner = new DOMRect(box.left, box.top + trimmed, box.width, box.height - 2 * trimmed);
      texts.push({ element, box: inner, layer: layerOf(element) });
    }
  }

  const controls: Shown[] = [];
  for (const element of document.querySelectorAll(
    "a[href], button, input, select, textarea, summary",
  )) {
    if (!isSeen(element)) continue;
    for (const rect of element.getClientRects()) {
      const { box } = clipped(element, rect, 0);
      if (box.width <= 1 || box.height <= 1) continue;
      if (box.right > root.clientWidth + SLACK || box.left < -SLACK) {
        problems.push(`${named(element)} is outside the window`);
      }
      // The lines of a link in running text touch those above and below.
      const inline = styleOf(element).display === "inline" ? box.height * 0.2 : 0;
      const inner = new DOMRect(box.left, box.top + inline, box.width, box.height - 2 * inline);
      controls.push({ element, box: inner, layer: layerOf(element) });
    }
  }

  const findOverlaps = (shown: Shown[], words: string) => {
    shown.sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of shown.entries()) {
      for (const other of shown.slice(index + 1)) {
        if (other.box.top >= one.box.bottom - 2) break;
        if (one.layer !== other.layer) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const wide =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        if (wide > 2) problems.push(`${words}: ${named(one.element)} and ${named(other.element)}`);
      }
    }
  };
  findOverlaps(texts, "texts overlap");
  findOverlaps(controls, "controls overlap");

  const headerHeight = document.querySelector("body header")?.getBoundingClientRect().height ?? 0;
  return { problems: [...new Set(problems)].slice(0, 20), headerHeight };
}

/** Returns the layout errors of the open page at every width. */
export async function layoutProblems(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // After these, animations and the page's own measurements have finished.
    await page.evaluate(async () => {
      window.scrollTo(0, 0);
      await document.fonts.ready;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      const moving = document.getAnimations().filter(({ effect, playState }) => {
        return playState === "running" && effect?.getTiming().iterations !== Infinity;
      });
      await Promise.allSettled(moving.map(({ finished }) => finished));
    });
    const { problems, headerHeight } = await page.evaluate(measureLayout);
    found.push(...problems.map((problem) => `${width}: ${problem}`));
    const expected = width > 760 ? 72 : 60;
    if (headerHeight !== expected) found.push(`${width}: the header is ${headerHeight} high`);
  }
  return found;
}

/** Opens a path and fails with its layout errors at any width. */
export async function expectSoundLayout(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  // The client, which fits the menu in, starts when the visitor moves.
  await moveMouse(page);
  await expectStarted(page);
  expect.soft(await layoutProblems(page), path).toEqual([]);
}

interface Answer<Output> {
  output: Output;
}

async function read<Output>(page: Page, url: string): Promise<Output> {
  return ((await (await page.request.get(url)).json()) as Answer<Output>).output;
}

/** The slug of the category with the most products, preferring those with subcategories. */
async function largestCategory(page: Page, address: string): Promise<string> {
  const categories = await read<{ slug: string; count: number; children: unknown[] }[]>(
    page,
    `${address}/api/categories`,
  );
  const [largest] = categories.sort(
    (one, other) => other.children.length - one.children.length || other.count - one.count,
  );
  return largest?.slug ?? "";
}

/** Three units of each product's first SKU, in the format of a guest's cart. */
async function fillCart(page: Page, address: string, products: readonly string[]): Promise<void> {
  const ids: number[] = [];
  for (const slug of products) {
    const { skus } = await read<{ skus: { skuId: number }[] }>(
      page,
      `${address}/api/products/${slug}`,
    );
    const [first] = skus;
    if (first) ids.push(first.skuId, first.skuId, first.skuId);
  }
  await page.evaluate((list) => {
    localStorage.setItem("guestCartSkuIds", JSON.stringify(list));
  }, ids);
}

/** Checks all pages for guests, including those of these products, at every width. */
export async function expectSoundShop(
  page: Page,
  address: string,
  products: readonly string[],
): Promise<void> {
  const category = await largestCategory(page, address);
  const paths = [
    "/",
    "/collections",
    ...(category === "" ? [] : [`/c/collections/${category}`]),
    "/search?sort=-price",
    ...products.map((slug) => `/products/${slug}`),
    "/contact-us",
    "/login",
  ];
  for (const path of paths) await expectSoundLayout(page, address + path);
  await fillCart(page, address, products);
  for (const path of ["/cart", "/checkout"]) await expectSoundLayout(page, address + path);
}
