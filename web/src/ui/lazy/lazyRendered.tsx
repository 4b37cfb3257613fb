import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { onNavigationStart } from "@/state/navigationStart";
import { whenIdle } from "./whenIdle";

function Nothing() {
  return null;
}

/** CSS pixels below the screen from which an element counts as near: about a second of scrolling. */
const NEAR = "1000px";

/**
 * Calls `run` in the next idle moment after the visitor has come near to the element with this id, or at
 * once if there is none.
 */
function whenNear(id: string, run: () => void): void {
  const element = typeof document === "undefined" ? null : document.getElementById(id);
  if (!element) {
    run();
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Scrolling and what is pressed meanwhile come first.
      void whenIdle().then(run);
    },
    { rootMargin: `${NEAR} 0px` },
  );
  observer.observe(element);
}

/**
 * A component that the server renders too, but whose module is loaded only when the visitor comes near to
 * it. Until then the page shows the server's markup, or the placeholder on a page without it. `id`: of an
 * element in it. Left out if its module fails to load. Changed props before then load it at once, so they
 * should be stable. React shows no other page while markup that it has not taken over stays in the document:
 * when the visitor goes to another page, the placeholder takes its place, until the navigation after that.
 */
export function lazyRendered<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let isLoaded = false;
  let begin: () => void = () => undefined;
  const needed = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const Content = lazy(async () => {
    whenNear(id, begin);
    await needed;
    try {
      return { default: await load() };
    } catch (error) {
      console.error("Error loading an optional module:", error);
      return { default: Nothing as ComponentType<Props> };
    } finally {
      isLoaded = true;
    }
  });
  /** In place of the server's markup, which is gone: nothing is left to come near to. */
  function Placeholder({ isLeft }: { isLeft: boolean }) {
    useEffect(() => (isLeft ? onNavigationStart(begin) : begin()), [isLeft]);
    return placeholder;
  }
  /** Whether the page was left before the module was loaded. */
  function useIsLeft(): boolean {
    const [isLeft, setLeft] = useState(false);
    useEffect(
      () => onNavigationStart((isElsewhere) => isElsewhere && !isLoaded && setLeft(true)),
      [],
    );
    return isLeft;
  }
  // An update from above would discard the server's markup.
  return memo(function LazyRendered(props: Props) {
    const isLeft = useIsLeft();
    return (
      <Suspense key={String(isLeft)} fallback={<Placeholder isLeft={isLeft} />}>
        <Content {...props} />
      </Suspense>
    );
  });
}
