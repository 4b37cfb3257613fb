import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** Pictures of every finished screen, for docs/screenshots: `make screenshots`. */
export default defineConfig({
  ...journeys,
  testDir: "screenshots",
  timeout: 240_000,
  projects: [
    { name: "1280", use: { viewport: { width: 1280, height: 900 } } },
    { name: "390", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
