import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTrail } from "./trail";

/** Names the screen that is shown, so that the next one can offer the way back to it. */
export function usePlaceTitle(title: string | null): void {
  const { key } = useLocation();
  useEffect(() => {
    const { current } = useTrail.getState();
    if (current?.key === key) useTrail.setState({ current: { ...current, title } });
  }, [key, title]);
}
