import { remove, read, write } from "@/storage/browserStorage";
import { MODULE_RELOADED } from "@/storage/keys";

/** How the page is reloaded to get the modules of a new release. */
export interface PageReload {
  target: () => string;
  go: (url: string) => void;
}

/**
 * Loads the module of a route. After a release the old modules are gone; the page is then reloaded once.
 * It is not reloaded if the flag for that cannot be stored, which could go on forever, nor offline, which
 * would only lose the current page.
 */
export function loadRouteModule<Module>(load: () => Promise<Module>, reload: PageReload) {
  return async (): Promise<Module> => {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && read(MODULE_RELOADED) === null && write(MODULE_RELOADED, "1")) {
        reload.go(reload.target());
        // Never resolves: the page is being left.
        return new Promise<Module>(() => undefined);
      }
      console.error("Error loading a page:", error);
      throw error;
    }
  };
}

/** Called once the router is ready. */
export function clearReloadFlag(): void {
  remove(MODULE_RELOADED);
}
