import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** Shopping in real catalogues that stand beside the repository: part of `make real`. */
export default defineConfig({
  ...journeys,
  testDir: "real",
  // Files side by side; a file's own tests one after the other, where it does not say otherwise.
  workers: 2,
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 900 } } }],
});
