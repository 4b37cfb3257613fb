import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { Result } from "axe-core";

/** Waits until a page is loaded, nothing is dimmed while it is computed, and animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await expect(page.locator("[data-waiting], [data-pending]")).toHaveCount(0);
  await page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.playState === "running" && animation.effect?.getTiming().iterations !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/**
 * Turns transitions off: a button that becomes enabled while axe reads the page would else be seen on
 * its way between two colours. Returns what turns them on again.
 */
async function withoutTransitions(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets.push(rules);
    return rules;
  });
  return async () => {
    await sheet.evaluate((rules) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    });
    await sheet.dispose();
  };
}

/** The accessibility violations of a page; `rules`: only of these. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<Result[]> {
  const axe = new AxeBuilder({ page })
    // Previews in sandboxed frames run no scripts, so axe would wait for them in vain.
    // The storefront in previews is a page of its own, checked by other journeys.
    .exclude("iframe[sandbox]")
    .exclude("iframe[src*='?preview']")
    // Neither details of what is right nor a second page to put results together: a third of the time.
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true);
  if (rules) axe.withRules([...rules]);
  return (await axe.analyze()).violations;
}

/** Fails with a list of the page's accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const restore = await withoutTransitions(page);
  const violations = await violationsOf(page);
  await restore();
  const summary = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(" ")}\n  ${failureSummary ?? ""}`).join("\n")}`,
  );
  expect(summary).toEqual([]);
}

/** Expects no violations in light, dark and forced colours, and leaves the page in the last. */
export async function expectAccessibleInAllColours(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  await expectAccessible(page);
  await page.emulateMedia({ forcedColors: "active" });
  // Axe does not know the system's colours, which are the browser's to choose.
  const inForcedColours = await violationsOf(page);
  expect(inForcedColours.filter(({ id }) => id !== "color-contrast")).toEqual([]);
}
