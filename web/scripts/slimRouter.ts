import type { Plugin } from "vite";

/**
 * Modules of React Router for options that the storefront does not use, each with what the modules in
 * `USERS` import from it. A build fails if they import anything else.
 */
const REPLACEMENTS: Record<string, string> = {
  // Framework mode: prefetches route modules, discovers routes, inlines critical CSS.
  "ssr/components.js": `
    import { createContext } from "react";
    export const FrameworkContext = /* @__PURE__ */ createContext(undefined);
    const NO_PREFETCH = [false, undefined, undefined];
    export const usePrefetchBehavior = () => NO_PREFETCH;
    export const PrefetchPageLinks = () => null;
    export const mergeRefs = (ref) => ref;
  `,
  // The option \`instrumentations\`.
  "instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
  `,
  // Errors and redirects of server components.
  "errors.js": `
    export const decodeRedirectErrorDigest = () => undefined;
    export const decodeRouteErrorResponseDigest = () => undefined;
  `,
};

const LIBRARY = /\/node_modules\/react-router\/dist\/production\/lib\//;
/** The modules that the storefront needs; others import the originals, and are not in the bundle. */
const USERS = /\/lib\/(components|hooks|dom\/lib|router\/router)\.js$/;
const PREFIX = "\0slim-router:";

/**
 * Leaves out parts of React Router that the storefront does not use. The bundler cannot: modules in use
 * import them, and display names are set on unused components.
 */
export const slimRouter: Plugin = {
  name: "slim-router",
  apply: "build",
  resolveId: {
    order: "pre",
    filter: { id: /^\.\.?\/.*\.js$/ },
    handler(source, importer) {
      if (importer === undefined || !LIBRARY.test(importer) || !USERS.test(importer)) return null;
      const name = Object.keys(REPLACEMENTS).find((file) => source.endsWith(`/${file}`));
      return name === undefined ? null : PREFIX + name;
    },
  },
  load: {
    filter: { id: /slim-router:/ },
    handler: (id) => REPLACEMENTS[id.slice(PREFIX.length)],
  },
  transform: {
    filter: { id: LIBRARY },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*$/gm, "")
        .replaceAll(/= (React\$1\.(createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1"),
  },
};
