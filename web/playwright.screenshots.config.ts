import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

// The back office shows what a shop has when it has traded for a while.
process.env["SHOP_DEMO_ARGUMENTS"] ??= "--orders";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const backoffice = /backoffice\.spec/;

/** Pictures of every finished screen, for docs/screenshots: `make screenshots`. */
export default defineConfig({
  ...journeys,
  testDir: "screenshots",
  timeout: 240_000,
  projects: [
    { name: "1280", use: { viewport: { width: 1280, height: 900 } }, testIgnore: backoffice },
    { name: "390", use: phone, testIgnore: backoffice },
    {
      name: "back office at 1440",
      use: { viewport: { width: 1440, height: 900 } },
      testMatch: backoffice,
    },
    { name: "back office at 390", use: phone, testMatch: backoffice, grepInvert: /@wide/ },
  ],
});
