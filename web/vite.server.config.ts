import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { scopedName } from "./scripts/classNames.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The storefront as one script, which renders its pages in the server's process. */
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^@\//, replacement: path("./src/") },
      // The part that renders to a string; the streaming part needs more of the web platform.
      {
        find: /^react-dom\/server$/,
        replacement: path(
          "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
        ),
      },
    ],
  },
  css: { modules: { generateScopedName: scopedName } },
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/server/render.tsx",
    target: "es2022",
    outDir: "dist/.server",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Stack traces name functions.
    minify: false,
    rolldownOptions: {
      output: { format: "iife", codeSplitting: false, entryFileNames: "render.js" },
    },
  },
});
