import { useEffect, useRef } from "react";
import type { Quote } from "@/api/types";
import { toMajorUnits, track, toTrackedItem } from "@/state/track";

/** Sends one `begin_checkout` event, once the lines are known. */
export function useTrackBeginCheckout(quote: Quote | undefined): void {
  const tracked = useRef(false);
  useEffect(() => {
    if (!quote || quote.lines.length === 0 || tracked.current) return;
    tracked.current = true;
    track("begin_checkout", {
      ecommerce: {
        currency: quote.subtotal.currency,
        value: toMajorUnits(quote.subtotal),
        items: quote.lines.map((line) => toTrackedItem(line, line.quantity)),
      },
    });
  }, [quote]);
}
