import { create } from "zustand";
import { ApiError } from "@/api/errors";
import type { LinePlace } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { onStorageChange, read, remove, write } from "@/storage/browserStorage";
import { WAITING_LINE } from "@/storage/keys";
import type { OrderAttempt } from "../draft";

/** A place in line, shared by the tabs of this browser. */
export interface WaitingLine {
  visitor: string;
  place: LinePlace;
  /** Milliseconds since 1970 when the place was received. */
  receivedAt: number;
  /** How many were ahead at first. */
  firstAhead: number;
  /** The order to send; null once it was refused: the ticket then goes with the next one. */
  attempt: OrderAttempt | null;
}

interface LineState {
  line: WaitingLine | null;
  /** Why the order was refused when its turn had come. */
  orderError: Error | null;
}

/** A place that was not looked at for this long, in milliseconds, is forgotten. */
const MAX_AGE = 2 * 60 * 60 * 1000;

export const useLineState = create<LineState>()(() => ({ line: readLine(), orderError: null }));

function isPlace(value: unknown): value is LinePlace {
  if (typeof value !== "object" || value === null) return false;
  const { ticket, state, ahead, seconds, pollSeconds } = value as Record<keyof LinePlace, unknown>;
  return (
    typeof ticket === "string" &&
    ["waiting", "turn", "sold_out", "ended"].includes(String(state)) &&
    [ahead, seconds, pollSeconds].every((number) => Number.isSafeInteger(number))
  );
}

function isLine(value: unknown): value is WaitingLine {
  if (typeof value !== "object" || value === null) return false;
  const line = value as Record<keyof WaitingLine, unknown>;
  const attempt = line.attempt as Record<keyof OrderAttempt, unknown> | null | undefined;
  return (
    typeof line.visitor === "string" &&
    isPlace(line.place) &&
    Number.isSafeInteger(line.receivedAt) &&
    Number.isSafeInteger(line.firstAhead) &&
    attempt !== undefined &&
    (attempt === null || (typeof attempt.key === "string" && typeof attempt.body === "string"))
  );
}

function readLine(): WaitingLine | null {
  try {
    const value: unknown = JSON.parse(read(WAITING_LINE) ?? "null");
    return isLine(value) && Date.now() - value.receivedAt < MAX_AGE ? value : null;
  } catch {
    return null; // Not JSON.
  }
}

function save(line: WaitingLine): void {
  write(WAITING_LINE, JSON.stringify(line));
  useLineState.setState({ line });
}

export function forgetLine(): void {
  remove(WAITING_LINE);
  useLineState.setState({ line: null, orderError: null });
}

/** The place in an error response that says that the order has to wait; null for other errors. */
function placeFromError(error: unknown): LinePlace | null {
  if (!(error instanceof ApiError) || error.code !== "in_line") return null;
  const body = error.body as { error?: { line?: unknown } } | null | undefined;
  return isPlace(body?.error?.line) ? body.error.line : null;
}

/** Whether an order was not placed because its shopper is in line. */
export function isInLine(error: unknown): boolean {
  return placeFromError(error) !== null;
}

/** The ticket to send with an order. */
export function currentTicket(): string | null {
  const { line } = useLineState.getState();
  return line?.visitor === visitorOf(useAppState.getState()) ? line.place.ticket : null;
}

/** Remembers what the server said about the place of an order that was sent. */
export function rememberOutcome(error: unknown, attempt: OrderAttempt, unanswered: boolean): void {
  const place = placeFromError(error);
  const { line } = useLineState.getState();
  if (place !== null) {
    const isSame = line?.attempt?.key === attempt.key && line.place.ticket === place.ticket;
    useLineState.setState({ orderError: null });
    save({
      visitor: visitorOf(useAppState.getState()),
      place,
      receivedAt: Date.now(),
      firstAhead: isSame ? line.firstAhead : place.ahead,
      attempt,
    });
  } else if (line !== null && !unanswered) {
    // The turn lasts: the ticket goes with the corrected order.
    save({ ...line, attempt: null });
    useLineState.setState({ orderError: error instanceof Error ? error : null });
  }
}

/** Stores the place that the server named for a ticket. */
export function updatePlace(place: LinePlace): void {
  const { line } = useLineState.getState();
  if (line !== null) save({ ...line, place, receivedAt: Date.now() });
}

/** The line that the visitor's order waits in; null if there is none. */
export function useWaitingLine(): (WaitingLine & { attempt: OrderAttempt }) | null {
  const visitor = useAppState(visitorOf);
  const line = useLineState((state) => state.line);
  if (line === null || line.visitor !== visitor || line.attempt === null) return null;
  return { ...line, attempt: line.attempt };
}

onStorageChange((key) => {
  if (key === WAITING_LINE || key === null) useLineState.setState({ line: readLine() });
});
