/** The files that the service worker stores at its installation. */

export interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

export const ENTRY = "index.html";
/** Pages that are of use offline. What they load later, such as the cart drawer, belongs to them. */
const PAGES = [
  "blog",
  "blogs",
  "cart",
  "collections",
  "compare",
  "contactUs",
  "faqs",
  "guestWishlist",
  "home",
  "orderDetail",
  "orders",
  "page",
  "product",
  "productList",
  "returnAndExchange",
  "search",
  "termsAndConditions",
  "userProfile",
];
/** Loaded later by every page, or by pages above for what needs a connection. */
const NEEDS_NETWORK = /^src\/(routes|messages\/languages|preview|app\/preview)/;
/** Only the Latin part of the typeface: others are stored when a page uses them. */
const FONT = /latin-(?!ext)[^/]*\.woff2$/;

/** Paths such as `/assets/index-x1.js`, sorted. */
export function offlineFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    (chunk.assets ?? []).filter((file) => FONT.test(file)).forEach((file) => files.add(`/${file}`));
    chunk.imports?.forEach(add);
    chunk.dynamicImports?.filter((name) => !NEEDS_NETWORK.test(name)).forEach(add);
  };
  add(ENTRY);
  PAGES.forEach((name) => add(`src/routes/${name}.tsx`));
  return [...files].filter((file) => /\.(js|css)$/.test(file) || FONT.test(file)).sort();
}
