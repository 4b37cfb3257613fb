import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { ENTRY, type Manifest, offlineFiles } from "./scripts/offlineFiles";

const OUT = process.env["WORKER_OUT_DIR"] ?? "dist";

/** The service worker, built after the storefront, whose files it lists. */
export default defineConfig(() => {
  const manifest = JSON.parse(readFileSync(`${OUT}/.vite/manifest.json`, "utf8")) as Manifest;
  const files = offlineFiles(manifest);
  // Names have hashes of contents, so the list identifies the build.
  const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
  return {
    resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
    define: {
      __BUILD__: JSON.stringify(build),
      __ENTRY__: JSON.stringify(`/${manifest[ENTRY]?.file ?? ""}`),
      __PRECACHE__: JSON.stringify(files),
    },
    build: {
      target: "es2022",
      outDir: OUT,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: "src/worker/worker.ts",
        output: { format: "iife" as const, entryFileNames: "sw.js" },
      },
    },
  };
});
