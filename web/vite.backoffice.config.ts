import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env["STALLAGE_DEV_SERVER"] ?? "http://127.0.0.1:8000";
const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The back office: a build of its own, so that the storefront's does not change with it. */
export default defineConfig({
  base: "/backoffice/",
  plugins: [react()],
  resolve: {
    alias: [
      // Shared formats follow the language of the back office and do not bring the storefront's texts.
      { find: /^@\/messages\/t$/, replacement: source("backoffice/messages/t.ts") },
      { find: /^@\//, replacement: source("") },
    ],
  },
  server: { port: 5174, proxy: { "^/(?!backoffice/)": { target: server } } },
  build: {
    target: "es2022",
    outDir: "dist/backoffice",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "backoffice.html",
      output: {
        codeSplitting: {
          groups: [
            // A group takes its modules' dependencies along; the higher priority keeps them apart.
            {
              name: "libraries",
              priority: 3,
              test: /node_modules\/(react|react-dom|scheduler|react-router|use-sync-external-store|clsx|tslib|@floating-ui|@tanstack|openapi-fetch|@mantine\/(core|hooks|notifications|form))\//,
            },
            // What many screens share, in one file.
            {
              name: "kit",
              priority: 2,
              test: /\/src\/(backoffice\/(ui|session|api|messages)|format|storage)\//,
              minShareCount: 3,
            },
            // Charts and date pickers are loaded when a screen first needs them.
            { name: "dates", test: /node_modules\/(@mantine\/dates|dayjs)\// },
            {
              name: "charts",
              test: /node_modules\/(recharts|d3-|@mantine\/charts|victory-vendor)/,
            },
          ],
        },
      },
    },
  },
});
