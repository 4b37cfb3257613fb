import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { onNavigationStart } from "@/state/navigationStart";
import { nextFrame } from "@/ui/lazy/nextFrame";
import { useHydrated } from "@/ui/lazy/useHydrated";
import { leftPlaces, type Place, rememberPlaces, topPlaces } from "./places";

/** CSS pixels around the screen whose cards each frame adds. */
const STEP = 800;

interface ScreenFirst {
  /** For the element whose children are the cards. */
  grid: RefObject<HTMLDivElement | null>;
  /** The height in CSS pixels of the empty place of a card; undefined if the card is rendered. */
  emptyHeight: (index: number) => number | undefined;
}

/**
 * The first frame of a list has the cards on the screen, the next ones add those around it. Where the list was
 * left, the others take as much room as they did, so that it is scrolled to the same place.
 */
export function useScreenFirst(count: number): ScreenFirst {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const isHydrated = useHydrated();
  const [places] = useState<readonly Place[] | null>(() =>
    isHydrated ? (leftPlaces(key, count) ?? (isBack ? null : topPlaces(count))) : null,
  );
  const [reach, setReach] = useState(0);
  const isComplete = !places?.some(({ distance }) => distance > reach);
  const grid = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isComplete) return undefined;
    let isOver = false;
    void nextFrame().then(() => {
      if (!isOver) startTransition(() => setReach(reach + STEP));
    });
    return () => {
      isOver = true;
    };
  }, [isComplete, reach]);
  useEffect(() => {
    if (!isComplete) return undefined;
    return onNavigationStart(() => {
      if (grid.current?.isConnected) rememberPlaces(key, grid.current);
    });
  }, [isComplete, key]);

  return {
    grid,
    emptyHeight: (index) => {
      const place = places?.[index];
      return place && place.distance > reach ? place.height : undefined;
    },
  };
}
