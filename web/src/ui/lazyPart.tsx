import { type ComponentType, lazy, useEffect } from "react";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";

interface Closable {
  onClose?: () => void;
}

/** Stands for a part whose module is not to be had: says so, offers a reload, and is closed again. */
function Missing({ onClose }: Closable) {
  useEffect(() => {
    tellFailure(t("error.partText"), {
      label: t("action.reload"),
      run: () => window.location.reload(),
    });
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
      console.error("Error loading a part of the page:", error);
      return { default: Missing as ComponentType<Props> };
    }
  });
}
