/**
 * Which chunk of the storefront a module is in. A first visit loads the libraries, which change rarely, one
 * chunk of what most pages need, and the chunk of the page.
 */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

interface Group {
  name: (id: string, graph: ModuleGraph) => string | null;
  minShareCount?: number;
  priority: number;
}

/** Pages that visitors land on. What two of them share is loaded with every page. */
const LANDING_PAGES = ["home", "productList", "product", "blog"];

/**
 * Pages in the order of a purchase. What a page shares with others is in one chunk,
 * except what is in the chunk of a page before it.
 */
const LATER_PAGES = ["productList", "product", "cart", "checkout", "login"];

/** Modules that the pages of the account share. */
const ACCOUNT = /\/src\/features\/(customers|notifications|orders|returns|support|wallet)\//;

/** Parts of TanStack Query for later pages. Its index module imports them, whether they are used or not. */
const LATER_LIBRARIES =
  /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryOptions|infiniteQueryObserver|useMutationState|useMutation|mutationObserver)\.js$/;

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
  const isNeededBy = (file: string, id: string, graph: ModuleGraph) => {
    const modules = cache.get(file) ?? closure(src + file, graph);
    cache.set(file, modules);
    return modules.has(id);
  };
  const isNeededByPage = (page: string, id: string, graph: ModuleGraph) =>
    isNeededBy(`routes/${page}.tsx`, id, graph);
  const isShared = (id: string, graph: ModuleGraph) =>
    isNeededBy("main.tsx", id, graph) ||
    LANDING_PAGES.filter((page) => isNeededByPage(page, id, graph)).length > 1;
  const isLibrary = (id: string) => id.includes("/node_modules/");
  return [
    {
      priority: 10,
      name: (id, graph) =>
        isLibrary(id) && !LATER_LIBRARIES.test(id) && isShared(id, graph) ? "libraries" : null,
    },
    {
      priority: 9,
      // The entry has a chunk of its own, so that the manifest has it under `index.html`.
      name: (id, graph) =>
        !isLibrary(id) && id !== `${src}main.tsx` && isShared(id, graph) ? "app" : null,
    },
    ...LATER_PAGES.map((page, index) => ({
      priority: 8 - index,
      minShareCount: 2,
      name: (id: string, graph: ModuleGraph) =>
        !isLibrary(id) && isNeededByPage(page, id, graph) ? `${page}Shared` : null,
    })),
    { priority: 1, minShareCount: 2, name: (id) => (ACCOUNT.test(id) ? "account" : null) },
  ];
}
