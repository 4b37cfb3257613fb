import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until a page is loaded and its animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.playState === "running" && animation.effect?.getTiming().iterations !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Fails with a list of the page's accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  // Previews in sandboxed frames run no scripts, so axe would wait for them in vain.
  // The storefront in previews is a page of its own, shown with colours that are being tried out.
  const { violations } = await new AxeBuilder({ page })
    .exclude("iframe[sandbox]")
    .exclude("iframe[src$='?preview']")
    .analyze();
  const summary = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(" ")}\n  ${failureSummary ?? ""}`).join("\n")}`,
  );
  expect(summary).toEqual([]);
}
