/** Minifies the scripts that are part of the page: each visitor loads them before anything is shown. */
import { minifySync, type Plugin } from "vite";

const SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The HTML with short scripts. Throws if one cannot be parsed. */
export function withShortScripts(html: string): string {
  return html.replace(SCRIPT, (_, code: string) => {
    const result = minifySync("inline.js", code);
    if (result.errors.length > 0) throw new Error(result.errors[0]?.message);
    return `<script>${result.code.trim()}</script>`;
  });
}

export const shortInlineScripts: Plugin = {
  name: "short-inline-scripts",
  apply: "build",
  transformIndexHtml: { order: "post", handler: withShortScripts },
};
