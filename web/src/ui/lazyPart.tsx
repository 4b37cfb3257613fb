import { type ComponentType, lazy, useEffect } from "react";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";

interface Closable {
  onClose?: () => void;
}

/** Says that a part of the page is not to be had, and offers a reload. */
export function tellPartMissing(error: unknown): void {
  console.error("Error loading a part of the page:", error);
  tellFailure(t("error.partText"), {
    label: t("action.reload"),
    run: () => window.location.reload(),
  });
}

/** Stands for a part whose module is not to be had: is closed again. */
function Missing({ onClose }: Closable) {
  useEffect(() => {
    onClose?.();
  }, [onClose]);
  return null;
}

/** A part of the page that is fetched when it is first shown. Without it the page lives on. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      tellPartMissing(error);
      return { default: Missing as ComponentType<Props> };
    }
  });
}
