import { useEffect, useState } from "react";
import { cameBackFromPayment } from "./leave";

/** How long a payment is looked for with the shopper watching: providers tell within seconds. */
const SOON = 45_000;

/** Whether the shopper has just come back from the provider, so that news may come any moment. */
export function useIsLooking(): boolean {
  const [isLooking, setIsLooking] = useState(cameBackFromPayment);
  useEffect(() => {
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsLooking(cameBackFromPayment());
    };
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);
  useEffect(() => {
    if (!isLooking) return;
    const timer = setTimeout(() => setIsLooking(false), SOON);
    return () => clearTimeout(timer);
  }, [isLooking]);
  return isLooking;
}
