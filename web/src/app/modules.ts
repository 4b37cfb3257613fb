import { remove, read, write } from "@/storage/browserStorage";
import { MODULE_RELOADED } from "@/storage/keys";

/** Where the browser goes to fetch a fresh set of modules. */
export interface Reloading {
  target: () => string;
  go: (url: string) => void;
}

/**
 * Loads a screen's module. After a new release the old modules are gone: the page is then loaded
 * anew, once. A flag that would not outlive the page must not cause a reload, or there were no end;
 * and without a network a reload would only take away the page that is there.
 */
export function loadScreen<Module>(load: () => Promise<Module>, reloading: Reloading) {
  return async (): Promise<Module> => {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && read(MODULE_RELOADED) === null && write(MODULE_RELOADED, "1")) {
        reloading.go(reloading.target());
        // The page is being left: nothing more is drawn on it.
        return new Promise<Module>(() => undefined);
      }
      console.error("Error loading a screen:", error);
      throw error;
    }
  };
}

/** Called once the router is ready. */
export function clearReloadFlag(): void {
  remove(MODULE_RELOADED);
}
