import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { SHELL } from "./e2e/browser.ts";
import { filesOfOtherRuns } from "./e2e/share.ts";

// Workers read this file again and inherit the environment: all must mean the same shop.
// The port is below those that a machine gives its own connections.
process.env["SHOP_PORT"] ??= String(20_000 + Math.floor(Math.random() * 12_000));
process.env["SHOP_DATA_DIR"] ??= join(tmpdir(), `stallage-e2e-${process.env["SHOP_PORT"]}`, "shop");
const own = `http://127.0.0.1:${process.env["SHOP_PORT"]}`;
const running = process.env["SHOP_URL"];
const inCi = process.env["CI"] !== undefined;

/** Shopper journeys: against a demo shop of their own, or one that runs already (`SHOP_URL`). */
export default defineConfig({
  testDir: "e2e",
  testIgnore: filesOfOtherRuns(join(import.meta.dirname, "e2e")),
  workers: 1,
  forbidOnly: true,
  // A second try in CI tells a flaky journey from a broken one; `tools/test` counts the flaky ones.
  retries: inCi ? 1 : 0,
  reporter: [["list"], ["./scripts/outcomeReporter.ts"]],
  // Nor is a crowded machine's slowness a shopper's complaint.
  timeout: inCi ? 120_000 : 60_000,
  expect: { timeout: inCi ? 20_000 : 10_000 },
  use: {
    baseURL: running ?? own,
    // A browser that was here before starts the client by itself; `start.spec.ts` has first visits.
    storageState: {
      cookies: [],
      origins: [{ origin: running ?? own, localStorage: [{ name: "theme", value: "light" }] }],
    },
    // Routes and stored responses would get in each other's way; `offline.spec.ts` allows the worker.
    serviceWorkers: "block",
    launchOptions: SHELL,
    // To record every journey takes a third of a core.
    trace: "on-first-retry",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } }, grepInvert: /@phone/ },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      grep: /@phone/,
    },
  ],
  ...(running === undefined
    ? {
        webServer: {
          command: "sh e2e/shop.sh",
          url: `${own}/readyz`,
          timeout: 300_000,
          gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
        },
      }
    : {}),
});
