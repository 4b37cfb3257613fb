/**
 * Which image endpoints work, for the life of the page. The first image from an endpoint probes it and
 * the others wait for the result, so that a dead endpoint costs one failed request, not one per image.
 */
import { useEffect, useState } from "react";
import { create } from "zustand";
import { useHydrated } from "../lazy/useHydrated";

interface CdnHealth {
  /** Whether an endpoint delivers; absent while that is unknown. */
  isDelivering: ReadonlyMap<string, boolean>;
  /** The id of the image that probes an endpoint. */
  probes: ReadonlyMap<string, string>;
}

const initialState = (): CdnHealth => ({ isDelivering: new Map(), probes: new Map() });
const useCdnHealth = create<CdnHealth>()(initialState);

/** Milliseconds after which an endpoint that has not answered counts as dead. */
const PROBE_TIMEOUT = 8_000;

export function resetCdnHealth(): void {
  useCdnHealth.setState(initialState());
}

export function isHealthy(endpoint: string): boolean {
  return endpoint === "" || useCdnHealth.getState().isDelivering.get(endpoint) === true;
}

/** Records whether an endpoint delivered. The shop itself ("") always counts as healthy. */
export function recordResult(endpoint: string, delivered: boolean): void {
  if (endpoint === "" || useCdnHealth.getState().isDelivering.get(endpoint) === delivered) return;
  useCdnHealth.setState(({ isDelivering }) => ({
    isDelivering: new Map(isDelivering).set(endpoint, delivered),
  }));
}

function startProbe(endpoint: string, imageId: string): void {
  useCdnHealth.setState(({ probes }) =>
    probes.has(endpoint) ? { probes } : { probes: new Map(probes).set(endpoint, imageId) },
  );
}

function endProbe(endpoint: string, imageId: string): void {
  useCdnHealth.setState(({ probes }) => {
    const rest = new Map(probes);
    if (rest.get(endpoint) === imageId) rest.delete(endpoint);
    return { probes: rest };
  });
}

export interface EndpointChoice {
  /** Undefined if all endpoints are dead. */
  endpoint: string | undefined;
  /** Whether another image is probing this endpoint. */
  isWaiting: boolean;
  /** Whether this image is the probe. */
  isProbe: boolean;
}

/** Chooses the first endpoint that is not known to be dead. */
export function useEndpoint(endpoints: readonly string[], imageId: string): EndpointChoice {
  const isDelivering = useCdnHealth((state) => state.isDelivering);
  const probes = useCdnHealth((state) => state.probes);
  const endpoint = endpoints.find((one) => isDelivering.get(one) !== false);
  // The server renders all images: they load before the client starts, and tell whether they could.
  const [isRendered] = useState(!useHydrated());
  const isKnown =
    endpoint === undefined || endpoint === "" || isDelivering.get(endpoint) === true || isRendered;
  const isProbe = !isKnown && probes.get(endpoint) === imageId;
  const needsProbe = !isKnown && !probes.has(endpoint);

  useEffect(() => {
    if (needsProbe) startProbe(endpoint, imageId);
  }, [needsProbe, endpoint, imageId]);
  useEffect(() => {
    if (!isProbe) return;
    const timer = setTimeout(() => recordResult(endpoint, false), PROBE_TIMEOUT);
    return () => {
      clearTimeout(timer);
      endProbe(endpoint, imageId);
    };
  }, [isProbe, endpoint, imageId]);
  return { endpoint, isWaiting: !isKnown && !isProbe, isProbe };
}
