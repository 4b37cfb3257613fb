import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useHydrated } from "./useHydrated";

function Nothing() {
  return null;
}

/**
 * A component whose module is fetched at its first render, for content that the page can do without. It is
 * not part of the page that the server renders. Renders the placeholder, by default nothing, until the
 * module is loaded, and nothing if it fails to load.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  const Content = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error("Error loading an optional module:", error);
      return { default: Nothing as ComponentType<Props> };
    }
  });
  return function LazyOptional(props: Props) {
    if (!useHydrated()) return placeholder;
    return (
      <Suspense fallback={placeholder}>
        <Content {...props} />
      </Suspense>
    );
  };
}
