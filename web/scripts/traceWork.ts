/** Reads from a trace of Chromium what the page's main thread worked on after an input. */

import type { TimedEvent } from "./processorTime.ts";

interface TraceEvent extends TimedEvent {
  args?: { name?: string; data?: { type?: string }; elementCount?: number };
}

export interface Work {
  /** Milliseconds of the main thread's processor time, from the input to the end of the frame after it. */
  total: number;
  /** The same by kind, without what is inside of other kinds. */
  parts: Record<string, number>;
  /** Elements whose style was computed. */
  styled: number;
}

export const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
];
/** Marks of the page between which its work counts, where the next frame is not the end. */
export const BEGIN = "work-begin";
export const END = "work-end";

const INPUTS = new Set(["pointerdown", "touchstart", "mousedown", "keydown", "keypress", "input"]);
const LAST_INPUTS = new Set(["click", "keydown", "input", "change"]);

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
const typeOf = ({ args }: TraceEvent) => args?.data?.type ?? "";

/** The events of the main thread that had the input. */
function mainThread(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events.filter(
    ({ ph, name, args }) => ph === "M" && name === "thread_name" && args?.name === "CrRendererMain",
  );
  const byThread = threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.ph !== "M"),
  );
  const dispatched = (some: TraceEvent[]) =>
    some.filter(({ name }) => name === "EventDispatch").length;
  return byThread.sort((a, b) => dispatched(b) - dispatched(a))[0] ?? [];
}

/** From the input to the end of the frame after the last event that it caused; or between two marks. */
function windowOf(events: readonly TraceEvent[]): { begin: number; end: number } {
  const mark = events.find(({ name }) => name === BEGIN);
  if (mark) {
    const last = events.find(({ name, ts }) => name === END && ts > mark.ts);
    return { begin: mark.ts, end: last?.ts ?? Infinity };
  }
  const dispatches = events.filter(({ name }) => name === "EventDispatch");
  const first = dispatches.filter((event) => INPUTS.has(typeOf(event)));
  const last = dispatches.filter((event) => LAST_INPUTS.has(typeOf(event)));
  const begin = Math.min(...first.map(({ ts }) => ts));
  const pressed = Math.max(...last.map(({ ts }) => ts));
  const frames = events.filter(({ name, ts }) => name === "Commit" && ts > pressed);
  const end = Math.min(...frames.map(endOf));
  return { begin, end };
}

/** Processor time by kind of event, each without the events inside of it. */
function selfTimes(events: readonly TraceEvent[]): Record<string, number> {
  const parts: Record<string, number> = {};
  const open: TraceEvent[] = [];
  for (const event of events) {
    while (open.length > 0 && endOf(open.at(-1) as TraceEvent) <= event.ts) open.pop();
    const { name, tdur = 0 } = event;
    const around = open.at(-1);
    if (around) parts[around.name] = (parts[around.name] ?? 0) - tdur / 1000;
    parts[name] = (parts[name] ?? 0) + tdur / 1000;
    open.push(event);
  }
  return parts;
}

/** Reads the work of one interaction from the bytes of its trace. */
export function workOf(trace: Buffer): Work {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const events = mainThread(traceEvents).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const { begin, end } = windowOf(events);
  const tasks = events.filter(
    (event) => event.name === "RunTask" && endOf(event) >= begin && event.ts <= end,
  );
  const from = tasks[0]?.ts ?? begin;
  const to = Math.max(...tasks.map(endOf));
  const inside = events.filter(
    (event) => event.ph === "X" && event.ts >= from && endOf(event) <= to,
  );
  const styled = inside
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
  return {
    total: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
    parts: selfTimes(inside),
    styled,
  };
}
