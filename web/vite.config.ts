import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { chunkGroups } from "./scripts/chunks.ts";
import { classNames, scopedName } from "./scripts/classNames.ts";
import { shortInlineScripts } from "./scripts/inlineScripts.ts";
import { messagesWithModules } from "./scripts/messages.ts";
import { slimRouter } from "./scripts/slimRouter.ts";
import manifest from "../contract/routes.json" with { type: "json" };

const server = process.env["STALLAGE_DEV_SERVER"] ?? "http://127.0.0.1:8000";

/** A path or anything below it. */
const below = (path: string) => `^${path.replaceAll(".", "\\.")}(/|$|\\?)`;

/** Browsers that ask for HTML get a page of the client. */
const negotiated = {
  target: server,
  bypass: (request: { headers: { accept?: string }; method?: string }) =>
    request.method === "GET" && request.headers.accept?.startsWith("text/html")
      ? "/index.html"
      : undefined,
};
/** Paths of the Python server; all others are pages of the client. */
const proxy = Object.fromEntries(
  manifest.serverPaths.map((path) => [
    below(path),
    manifest.negotiatedPaths.includes(path) ? negotiated : { target: server },
  ]),
);

/** Preloads the Latin font file, so that it loads together with the styles, not after them. */
const preloadFont: Plugin = {
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /latin-(?!ext)[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${file}`,
            crossorigin: "",
          },
          injectTo: "head",
        })),
  },
};

/** Tests that replace what belongs to the window, or compare objects of another realm. */
const OWN_PROCESS = [
  "src/app/renderedPage.test.ts",
  "src/backoffice/features/orders/list/OrdersPage.test.tsx",
  "src/backoffice/features/products/editor/editor.test.tsx",
  "src/features/signin/google.test.ts",
  "src/ui/Picture/sourcesOnMount.test.tsx",
];

export default defineConfig({
  plugins: [
    messagesWithModules(),
    classNames(),
    react(),
    preloadFont,
    slimRouter,
    shortInlineScripts,
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: "es2022",
    // Files are cached on their own; inlined data would be sent again with each module.
    assetsInlineLimit: 0,
    manifest: true,
    // Write the licences of the bundled packages.
    license: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL("./index.html", import.meta.url)),
        // Styles that only pages and parts without a script have.
        noScript: fileURLToPath(
          new URL("./src/server/noScript/PlainForms.module.css", import.meta.url),
        ),
      },
      output: {
        codeSplitting: {
          groups: [...chunkGroups(fileURLToPath(new URL("./src/", import.meta.url)))],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
    // Only ends a hanging test: a busy machine takes seconds to draw a page.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude: OWN_PROCESS,
          // Files share processes, each with a window of its own: three times as fast as a process for each.
          pool: "vmThreads",
          vmMemoryLimit: "1GB",
        },
      },
      { extends: true, test: { name: "own process", include: OWN_PROCESS, pool: "forks" } },
    ],
  },
});
