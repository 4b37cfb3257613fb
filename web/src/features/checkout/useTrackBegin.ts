import { useEffect, useRef } from "react";
import type { Quote } from "@/api/types";
import { major, track, trackedItem } from "@/state/track";

/** Tells analytics once that the checkout has begun, as soon as it is known with what. */
export function useTrackBegin(quote: Quote | undefined): void {
  const tracked = useRef(false);
  useEffect(() => {
    if (!quote || quote.lines.length === 0 || tracked.current) return;
    tracked.current = true;
    track("begin_checkout", {
      ecommerce: {
        currency: quote.subtotal.currency,
        value: major(quote.subtotal),
        items: quote.lines.map((line) => trackedItem(line, line.quantity)),
      },
    });
  }, [quote]);
}
