import { startTransition, useOptimistic } from "react";
import { nextFrame } from "./nextFrame";

/**
 * A value that a control shows in the next frame, alone: what follows from it, which many other components
 * show too, comes after that frame. Returns the shown value, and a function that changes it.
 */
export function useShownFirst<Value>(value: Value, change: (next: Value) => void) {
  const [shown, setShown] = useOptimistic(value);
  const show = (next: Value) =>
    startTransition(async () => {
      setShown(next);
      await nextFrame();
      change(next);
    });
  return [shown, show] as const;
}
