import { useEffect, useState } from "react";

/** A value once it has stood still for a while, so that typing in one go is one question. */
export function useSettled<T extends string>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
