import { type ComponentType, lazy, Suspense } from "react";

/** The browser's next idle moment, so that what can wait does not slow the page down. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}

function Nothing() {
  return null;
}

/** A part that is fetched after the page and stays out of it where its module is not to be had. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error("Error loading a part of the page:", error);
      return { default: Nothing as ComponentType<Props> };
    }
  });
  return function LaterPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
