import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "../axe";
import { expectStarted, moveMouse, refuse, withoutServerRendering } from "../frame";
import { ofThisRun } from "../share";
import { addToCart, orderCash, signIn } from "../shopper";
import { lostInForcedColours } from "./forcedColours";
import { BUYING, customerScreens, GUEST, ROUTES, type Screen } from "./screens";
import { smallTargets } from "./targets";

/** Waits until nothing on the page is loading, dimmed or moving. */
async function settled(page: Page): Promise<void> {
  // The client starts when the visitor moves.
  if ((await page.locator("html[data-started]").count()) === 0) await moveMouse(page);
  await expectStarted(page);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
  await expect(
    page.locator("[aria-busy=true], [data-waiting], [data-pending]").filter({ visible: true }),
  ).toHaveCount(0);
}

async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  return (await violationsOf(page, rules)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const [check] = [...any, ...all, ...none];
      return `${id}: ${target.join(" ")}: ${check?.message ?? ""}`;
    }),
  );
}

/** What does not fit: the page scrolls sideways, or a control is outside of it or cut off. */
function cutOff(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} in ${clientWidth}`);
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));
  for (const element of document.querySelectorAll("main :is(a, button, input, select, h1, h2)")) {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true }) || box.width <= 1) continue;
    if (box.right > clientWidth + 1.5 && !scrolls(element.parentElement)) {
      found.push(`${element.tagName} “${element.textContent.slice(0, 40)}” is cut off`);
    }
  }
  return found;
}

/** Every finding on a screen, in both schemes, with forced colours, at 200 % zoom and at 320 px. */
async function findingsOn(page: Page, screen: Screen): Promise<string[]> {
  const width = screen.width ?? 1280;
  const found: string[] = [];
  const add = (mode: string, findings: readonly string[]) =>
    found.push(...findings.map((one) => `${mode}: ${one}`));
  await page.setViewportSize({ width, height: 900 });
  const { failing } = screen;
  if (failing) {
    await withoutServerRendering(page);
    await page.route(failing, (route) => route.fulfill(refuse()));
  }
  await page.goto(screen.path);
  await settled(page);
  await screen.open?.(page);
  add("light", await violations(page));
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  add("dark", await violations(page, ["color-contrast", "link-in-text-block"]));
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  add("forced colours", await page.evaluate(lostInForcedColours));
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  add(`${width} px`, await page.evaluate(smallTargets, 24));
  // 1280 px at 200 % are 640, and at 400 % 320. Overlays close or change with the width.
  for (const narrow of screen.state === undefined ? [640, 320] : []) {
    await page.setViewportSize({ width: narrow, height: 900 });
    add(`${narrow} px`, await page.evaluate(cutOff));
    add(`${narrow} px`, await page.evaluate(smallTargets, 24));
  }
  if (failing) await page.unrouteAll();
  return found;
}

async function expectNothingFound(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const screen of screens) {
    const name = `${screen.path} ${screen.state ?? ""}`;
    await test.step(name, async () => {
      // A screen that does not come up must not hide the findings on the others.
      const findings = await findingsOn(page, screen).catch((error: unknown) => [String(error)]);
      expect.soft(findings, name).toEqual([]);
    });
  }
}

test("every route of the storefront is among the screens", () => {
  const shown = new Set([...GUEST, ...customerScreens("")].map(({ route }) => route));
  expect(ROUTES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  const names = new Set(ROUTES.map(({ name }) => name));
  expect([...shown].filter((name) => !names.has(name))).toEqual([]);
});

/** Screens of one test. */
const PART = 12;

const guest = ofThisRun(GUEST);
for (let start = 0; start < guest.length; start += PART) {
  const part = guest.slice(start, start + PART);
  test(`screens ${start + 1} to ${start + part.length} of a guest are accessible`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await expectNothingFound(page, part);
  });
}

test("cart and checkout are accessible", async ({ page }) => {
  test.setTimeout(120_000);
  await addToCart(page);
  await expectNothingFound(page, BUYING);
});

test("every screen of a customer is accessible", async ({ page }) => {
  test.setTimeout(360_000);
  await signIn(page);
  await expectNothingFound(page, ofThisRun(customerScreens(await orderCash(page))));
});
