/**
 * Which chunk of the storefront a module is in. A first visit loads three files before the page's own:
 * the libraries, what every page needs, and what the public pages share.
 */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

type Group = {
  name: string | ((id: string, graph: ModuleGraph) => string | null);
  test?: RegExp;
  minShareCount?: number;
  priority: number;
};

/** Pages that visitors land on; a module that two of them import is in their common chunk. */
const PUBLIC_PAGES = [
  "home",
  "productList",
  "product",
  "collections",
  "blog",
  "blogs",
  "faqs",
  "page",
];

/** Parts of TanStack Query that pages load when they need them. Its index file imports them, which counts for nothing. */
const LATER_LIBRARIES =
  /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryOptions|infiniteQueryObserver|useMutationState|useMutation|mutationObserver)\.js$/;

/**
 * Pages after the first view, in the order of a purchase. What a page shares with others is in one chunk,
 * except what is in the chunk of a page before it.
 */
const LATER_PAGES = ["product", "cart", "checkout", "login"];
/** Modules of the account, which its pages share. */
const ACCOUNT = /\/src\/features\/(customers|notifications|orders|returns|support|wallet)\//;

/** A module and everything that it imports statically, at any depth. */
function closure(root: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(root)) return found;
  found.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) closure(id, graph, found);
  return found;
}

/** The groups for `codeSplitting`; `src` is the absolute path of the client's sources. */
export function chunkGroups(src: string): Group[] {
  const cache = new Map<string, Set<string>>();
  const importedBy = (file: string, graph: ModuleGraph) => {
    const known = cache.get(file) ?? closure(src + file, graph);
    cache.set(file, known);
    return known;
  };
  const isLibrary = (id: string) => id.includes("/node_modules/");
  const isInitial = (id: string, graph: ModuleGraph) => importedBy("main.tsx", graph).has(id);
  const pagesWith = (id: string, graph: ModuleGraph) =>
    PUBLIC_PAGES.filter((page) => importedBy(`routes/${page}.tsx`, graph).has(id)).length;
  return [
    {
      priority: 12,
      name: (id, graph) =>
        isLibrary(id) &&
        !LATER_LIBRARIES.test(id) &&
        (isInitial(id, graph) || pagesWith(id, graph) > 1)
          ? "libraries"
          : null,
    },
    {
      priority: 11,
      // Not the entry itself: its chunk is named in the manifest as that of `index.html`.
      name: (id, graph) =>
        !isLibrary(id) && id !== `${src}main.tsx` && isInitial(id, graph) ? "app" : null,
    },
    {
      priority: 10,
      name: (id, graph) => (!isLibrary(id) && pagesWith(id, graph) > 1 ? "catalog" : null),
    },
    ...LATER_PAGES.map((page, index) => ({
      priority: 9 - index,
      minShareCount: 2,
      name: (id: string, graph: ModuleGraph) =>
        !isLibrary(id) && importedBy(`routes/${page}.tsx`, graph).has(id) ? `${page}Shared` : null,
    })),
    { priority: 1, minShareCount: 2, name: "account", test: ACCOUNT },
  ];
}
