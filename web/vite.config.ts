import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env["STALLAGE_DEV_SERVER"] ?? "http://127.0.0.1:8000";

/** What the Python server answers; every other path is the client's own. */
const calls = [
  "^/api/",
  "^/auth/",
  "^/customer",
  "^/wishlist",
  "^/media/",
  "^/payments/",
  "^/openapi.json",
];

/** `/customer` and `/wishlist` are calls and something a person may type: pages ask for HTML. */
const proxied = {
  target: server,
  bypass: (request: { headers: { accept?: string }; method?: string; url?: string }) =>
    request.method === "GET" &&
    request.headers.accept?.startsWith("text/html") &&
    !request.url?.startsWith("/payments/")
      ? "/index.html"
      : undefined,
};

/** Fetches the family's latin part together with the styles that ask for it, not after them. */
const preloadFont: Plugin = {
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /latin-wght-normal[^/]*\.woff2$/.test(file) && !file.includes("-ext-"))
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

/** Fields, and what many screens share that builds on them. */
const LATER =
  /\/src\/(messages\/(en-US\/)?later\/|features\/(orders|returns)\/|features\/catalog\/listState|state\/postalCode)/;
const FORMS = /\/src\/(ui\/(Form|Quantity)|features\/signin\/(contact|CodeField|deviceKey))\b/;

export default defineConfig({
  plugins: [react(), preloadFont],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: Object.fromEntries(calls.map((path) => [path, proxied])) },
  build: {
    target: "es2022",
    // Small pictures and fonts stay files: they are cached on their own and not sent twice.
    assetsInlineLimit: 0,
    manifest: true,
    // The notices of what is bundled travel with it.
    license: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The libraries of every page change seldom and are cached on their own.
            {
              name: "libraries",
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|openapi-fetch)\//,
            },
            // What many screens share travels in one file instead of twenty small ones. Sentences of
            // later screens come with those, and no page that a visit begins with shows orders.
            {
              name: "shared",
              test: (id) => id.includes("/src/") && !FORMS.test(id) && !LATER.test(id),
              minShareCount: 4,
              minSize: 0,
            },
            // Forms stand on many screens but not on the first; lists need their rules alone.
            {
              name: "rules",
              test: /\/src\/(ui\/Form\/(rules|fields?|focusFirstProblem)|format\/decimal)\.ts$/,
              minSize: 0,
            },
            { name: "forms", test: FORMS, minShareCount: 4, minSize: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
  },
});
