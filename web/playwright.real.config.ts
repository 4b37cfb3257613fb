import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** Shopping in real catalogues that stand beside the repository: part of `make real`. */
export default defineConfig({
  ...journeys,
  testDir: "real",
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 900 } } }],
});
