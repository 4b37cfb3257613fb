/** Writes what the client's router needs of the route manifest: `write-routes.ts MANIFEST FILE`. */
import { readFileSync, writeFileSync } from "node:fs";

interface ManifestRoute {
  name: string;
  path: string;
  module: string;
  access: string;
  layout: string;
}

const [manifest = "", file = ""] = process.argv.slice(2);
const { routes } = JSON.parse(readFileSync(manifest, "utf8")) as { routes: ManifestRoute[] };
const entries = routes.map(({ name, path, module, access, layout }) => {
  const route = { path: `/${path}`, module, access, ...(layout === "" ? {} : { layout }) };
  return `  ${JSON.stringify(name)}: ${JSON.stringify(route)},\n`;
});
writeFileSync(
  file,
  `/** Generated from contract/routes.json by \`npm run api\`. Do not edit. */
export const ROUTES = {
${entries.join("")}} as const;
`,
);
