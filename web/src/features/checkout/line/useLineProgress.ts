import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "@/api/client";
import { isNotFound } from "@/api/errors";
import type { LinePlace, PlacedOrder } from "@/api/types";
import type { OrderAttempt } from "../draft";
import { sendOrder } from "../sendOrder";
import { forgetLine, updatePlace, type WaitingLine } from "./waitingLine";

async function loadPlace(place: LinePlace): Promise<LinePlace> {
  try {
    return await unwrap(api.POST("/api/checkout/line", { body: { ticket: place.ticket } }));
  } catch (error) {
    if (isNotFound(error)) return { ...place, state: "ended" };
    throw error;
  }
}

/** Seconds since a moment, counted while the component is shown. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (now - since) / 1000);
}

/** Looks the place up as often as the server says, and sends the order when its turn has come. */
export function useLineProgress(
  { place }: Pick<WaitingLine, "place">,
  attempt: OrderAttempt,
  onPlaced: (order: PlacedOrder) => void,
) {
  const [failures, setFailures] = useState(0);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: sendOrder,
    onSuccess: onPlaced,
    // A refused order goes back to the form, which shows what has changed.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["cart"] }),
  });
  const isOver = place.state === "ended" || place.state === "sold_out";
  useEffect(() => {
    if (isPending || isOver) return;
    const timer = setTimeout(() => {
      // Without a connection, the place stays as it was.
      loadPlace(place).then(updatePlace, () => setFailures((before) => before + 1));
    }, place.pollSeconds * 1000);
    return () => clearTimeout(timer);
  }, [place, failures, isPending, isOver]);
  useEffect(() => {
    // Each answer that says so is another try: the connection may have been lost.
    if (place.state === "turn") mutate(attempt);
    // The attempt belongs to the line and does not change with the place.
  }, [place, mutate, attempt.key, attempt.body]); // eslint-disable-line react-hooks/exhaustive-deps
  /** Sends the order again: it gets a place at the end of the line, or is placed. */
  return () => mutate(attempt);
}

/** Gives the ticket back. */
export function leaveLine({ ticket }: Pick<LinePlace, "ticket">): void {
  unwrap(api.POST("/api/checkout/line/leave", { body: { ticket } })).catch((error: unknown) =>
    // The place lapses by itself.
    console.error("Error leaving the line:", error),
  );
  forgetLine();
}
