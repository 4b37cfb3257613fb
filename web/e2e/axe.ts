import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Returns once a screen is there and what moves into its place has arrived. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.playState === "running" && animation.effect?.getTiming().iterations !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Fails with a list of what a page does to people who see, hear or move otherwise. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(" ")}\n  ${failureSummary ?? ""}`).join("\n")}`,
  );
  expect(told).toEqual([]);
}
