import { type ComponentType, lazy, Suspense } from "react";

function Nothing() {
  return null;
}

/**
 * A component whose module is fetched at its first render, for content that the page can do without.
 * Renders nothing while the module loads, and nothing if it fails to load.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
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
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    );
  };
}
