import { create } from "zustand";

/** Sent by browsers that can install the shop; not in the DOM types. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** The browser's offer to install the shop, until it is used or the shop is installed. */
export const useInstallPrompt = create<{ offer: InstallPromptEvent | null }>()(() => ({
  offer: null,
}));

/** Holds the browser's own banner back: the account menu has an entry instead. */
export function watchInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    useInstallPrompt.setState({ offer: event as InstallPromptEvent });
  });
  window.addEventListener("appinstalled", () => useInstallPrompt.setState({ offer: null }));
}

/** Asks the shopper; an offer can be used once. */
export function installApp(): void {
  void useInstallPrompt.getState().offer?.prompt();
  useInstallPrompt.setState({ offer: null });
}
