import { type ComponentType, lazy, useEffect } from "react";
import { t } from "@/messages/t";
import { showErrorToast } from "@/state/toasts";

interface Closable {
  onClose?: () => void;
}

/** Shows an error toast that offers to reload the page. */
export function showLoadError(error: unknown): void {
  console.error("Error loading a module:", error);
  showErrorToast(t("error.partText"), {
    label: t("action.reload"),
    run: () => window.location.reload(),
  });
}

/** Rendered if the module fails to load: closes the overlay that waits for it. */
function Unavailable({ onClose }: Closable) {
  useEffect(() => {
    onClose?.();
  }, [onClose]);
  return null;
}

/**
 * A component whose module is fetched at its first render, for content that the shopper asked for.
 * Shows an error toast if the module fails to load. Needs a `Suspense` around it.
 */
export function lazyRequired<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      showLoadError(error);
      return { default: Unavailable as ComponentType<Props> };
    }
  });
}
