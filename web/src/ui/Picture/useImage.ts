import { useId, useState } from "react";
import { useAppState } from "@/state/appState";
import { type EndpointChoice, isHealthy, recordResult, useEndpoint } from "./cdnHealth";
import { endpoints } from "./sources";

interface Image extends EndpointChoice {
  onLoad: () => void;
  onError: () => void;
}

/** The endpoint to load an image from: CDN, fallback CDN or the shop itself, until one delivers it. */
export function useImage(path: string): Image {
  const id = useId();
  const cdn = useAppState((state) => state.cdn);
  const fallbackCdn = useAppState((state) => state.fallbackCdn);
  /** Healthy endpoints that do not have this image. */
  const [missingAt, setMissingAt] = useState<readonly string[]>([]);
  const candidates = path === "" ? [] : endpoints(path, cdn, fallbackCdn);
  const choice = useEndpoint(
    candidates.filter((endpoint) => !missingAt.includes(endpoint)),
    id,
  );
  const endpoint = choice.endpoint ?? "";
  return {
    ...choice,
    onLoad: () => recordResult(endpoint, true),
    onError: () => {
      if (isHealthy(endpoint)) setMissingAt([...missingAt, endpoint]);
      else recordResult(endpoint, false);
    },
  };
}
