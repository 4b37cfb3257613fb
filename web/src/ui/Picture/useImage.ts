import { useId, useState } from "react";
import { useAppState } from "@/state/appState";
import { endpoints } from "./sources";
import { isAlive, note, type Place, usePlace } from "./standing";

interface Image extends Place {
  onLoad: () => void;
  onError: () => void;
}

/** Where to ask for an image of the shop, until a place has it: CDN, fallback, the shop itself. */
export function useImage(path: string): Image {
  const id = useId();
  const cdn = useAppState((state) => state.cdn);
  const fallbackCdn = useAppState((state) => state.fallbackCdn);
  /** Where this image is not, though others may be. */
  const [missingAt, setMissingAt] = useState<readonly string[]>([]);
  const places = path === "" ? [] : endpoints(path, cdn, fallbackCdn);
  const place = usePlace(
    places.filter((each) => !missingAt.includes(each)),
    id,
  );
  const endpoint = place.endpoint ?? "";
  return {
    ...place,
    onLoad: () => note(endpoint, true),
    onError: () => {
      if (isAlive(endpoint)) setMissingAt([...missingAt, endpoint]);
      else note(endpoint, false);
    },
  };
}
