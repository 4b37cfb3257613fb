import { useEffect, useState } from "react";
import { sourceOf } from "@/ui/Picture/sources";

const WIDTHS = [640, 960, 1280] as const;

interface Loaded {
  /** The loaded frames, with their URLs. */
  urls: ReadonlyMap<number, string>;
  failed: number;
}

const NOTHING: Loaded = { urls: new Map(), failed: 0 };

/** Frames in the smallest width that is sharp. */
function widthFor(pixels: number): number {
  return WIDTHS.find((width) => width >= pixels) ?? 1280;
}

async function loaded(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  // Decoded, so that no frame flickers when it is shown.
  await image.decode();
  return url;
}

/** Loads the frames of a spin from the first endpoint that has them. `pixels` is the width on the screen. */
export function useFrames(paths: readonly string[], endpoint: string, pixels: number) {
  const [{ urls, failed }, setLoaded] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const width = widthFor(pixels);
  const list = paths.join(" ");
  useEffect(() => {
    let isCurrent = true;
    const change = (by: (now: Loaded) => Loaded) => {
      if (isCurrent) setLoaded(by);
    };
    list.split(" ").forEach((path, index) => {
      const at = (base: string) => loaded(`${sourceOf(base, path)}?w=${width}`);
      at(endpoint)
        .catch(() => at(""))
        .then((url) => change((now) => ({ ...now, urls: new Map(now.urls).set(index, url) })))
        .catch(() => change((now) => ({ ...now, failed: now.failed + 1 })));
    });
    return () => {
      isCurrent = false;
    };
  }, [list, endpoint, width, attempt]);
  return {
    urls,
    failed,
    retry: () => {
      setLoaded((now) => ({ ...now, failed: 0 }));
      setAttempt((now) => now + 1);
    },
  };
}
