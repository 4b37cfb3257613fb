import type { RefCallback } from "react";

interface Sources {
  sizes: string;
  srcSet: string | undefined;
  src?: string;
}

/** Images whose result has been reported. */
const reported = new WeakSet<HTMLImageElement>();

/** An image of a page that the server rendered may have loaded, or failed, before the client started. */
function reportResult(image: HTMLImageElement): void {
  if (reported.has(image) || !image.complete || image.currentSrc === "") return;
  reported.add(image);
  // Drawings may have no size of their own.
  const isBroken = image.naturalWidth === 0 && !image.currentSrc.endsWith(".svg");
  image.dispatchEvent(new Event(isBroken ? "error" : "load"));
}

interface MountedSources {
  suppressHydrationWarning: true;
  ref: RefCallback<HTMLImageElement | HTMLSourceElement>;
}

/**
 * Attributes of an `img` or a `source`. The server renders them; the client sets them once the element is in
 * the document. Chromium never frees an image with `srcset` that was created and not inserted, nor the
 * elements around it, and React creates such elements whenever it starts a render again.
 */
export function sourcesOnMount(sources: Sources): Sources | MountedSources {
  if (typeof document === "undefined") return sources;
  return {
    // The server's HTML has the attributes, the first render of the client does not.
    suppressHydrationWarning: true,
    ref: (element) => {
      for (const [name, value] of Object.entries(sources) as [string, string | undefined][]) {
        // Setting the same value would load the image again.
        if (element && element.getAttribute(name) !== (value ?? null)) {
          if (value === undefined) element.removeAttribute(name);
          else element.setAttribute(name, value);
        }
      }
      if (element instanceof HTMLImageElement) reportResult(element);
    },
  };
}
