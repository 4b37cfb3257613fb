/**
 * What is known of the endpoints that pictures come from, for the life of the page. The first picture
 * asks an endpoint that nothing is known of, and the others wait for how that goes: so a dead one
 * costs one failed picture, and not one for each.
 */
import { useEffect } from "react";
import { create } from "zustand";

interface Standing {
  /** Whether an endpoint has delivered; not there while that is unknown. */
  alive: ReadonlyMap<string, boolean>;
  /** Which picture asks an endpoint first. */
  probes: ReadonlyMap<string, string>;
}

const unknown = (): Standing => ({ alive: new Map(), probes: new Map() });
const useStanding = create<Standing>()(unknown);

/** How long the first picture may take before its endpoint counts as dead. */
const PATIENCE = 8_000;

export function forgetStanding(): void {
  useStanding.setState(unknown());
}

export function isAlive(endpoint: string): boolean {
  return endpoint === "" || useStanding.getState().alive.get(endpoint) === true;
}

/** Notes that an endpoint delivered, or did not. The shop itself is never in doubt. */
export function note(endpoint: string, delivered: boolean): void {
  if (endpoint === "" || useStanding.getState().alive.get(endpoint) === delivered) return;
  useStanding.setState(({ alive }) => ({ alive: new Map(alive).set(endpoint, delivered) }));
}

function claim(endpoint: string, picture: string): void {
  useStanding.setState(({ probes }) =>
    probes.has(endpoint) ? { probes } : { probes: new Map(probes).set(endpoint, picture) },
  );
}

function release(endpoint: string, picture: string): void {
  useStanding.setState(({ probes }) => {
    const left = new Map(probes);
    if (left.get(endpoint) === picture) left.delete(endpoint);
    return { probes: left };
  });
}

export interface Place {
  /** Undefined where there is no place left to try. */
  endpoint: string | undefined;
  /** Whether another picture is finding out about this endpoint. */
  waits: boolean;
  /** Whether this picture is the one that finds out. */
  probes: boolean;
}

/** The first of the places that is not dead, and whether to ask it now. */
export function usePlace(places: readonly string[], picture: string): Place {
  const alive = useStanding((state) => state.alive);
  const probes = useStanding((state) => state.probes);
  const endpoint = places.find((place) => alive.get(place) !== false);
  const isKnown =
    endpoint === undefined || endpoint === "" || alive.get(endpoint) === true || isServer();
  const isProbe = !isKnown && probes.get(endpoint) === picture;
  const isFree = !isKnown && !probes.has(endpoint);

  useEffect(() => {
    if (isFree) claim(endpoint, picture);
  }, [isFree, endpoint, picture]);
  useEffect(() => {
    if (!isProbe) return;
    const timer = setTimeout(() => note(endpoint, false), PATIENCE);
    return () => {
      clearTimeout(timer);
      release(endpoint, picture);
    };
  }, [isProbe, endpoint, picture]);
  return { endpoint, waits: !isKnown && !isProbe, probes: isProbe };
}

/** On a server no picture is loaded, so none has to wait. */
function isServer(): boolean {
  return typeof window === "undefined";
}
