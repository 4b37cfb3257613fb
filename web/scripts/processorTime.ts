/**
 * Traces of Chromium in which tasks take the processor time of their threads.
 *
 * A trace has how long each task took by the clock, which includes waiting for a core that another process
 * used. Where browser, shop and database share two cores, waiting is most of a long task.
 */

/** What is read and written of a trace's event. Times in microseconds. */
export interface TimedEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time of the thread. */
  tdur?: number;
}

const TASK = "RunTask";

interface Task {
  from: number;
  to: number;
  /** Processor time in relation to the time by the clock, 1 at most. */
  share: number;
}

function taskOf({ ts, dur = 0, tdur = dur }: TimedEvent): Task {
  return { from: ts, to: ts + dur, share: dur > 0 ? Math.min(1, tdur / dur) : 1 };
}

/** Shortens an event within the task, in proportion to the task's processor time. */
function shortened<E extends TimedEvent>(event: E, { from, share }: Task): E {
  const ts = from + (event.ts - from) * share;
  return event.dur === undefined ? { ...event, ts } : { ...event, ts, dur: event.dur * share };
}

/**
 * Returns the events with each task as long as its processor time, and what happens in it earlier in
 * proportion. Tasks begin when they began.
 */
export function byProcessorTime<E extends TimedEvent>(events: readonly E[]): E[] {
  const tasks = new Map<string, Task>();
  const byTime = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return byTime.map((event) => {
    if (event.ph === "M") return event;
    const thread = `${event.pid}/${event.tid}`;
    let task = tasks.get(thread);
    if (event.name === TASK && event.ph === "X" && !(task && event.ts < task.to)) {
      task = taskOf(event);
      tasks.set(thread, task);
    }
    return task && event.ts < task.to ? shortened(event, task) : event;
  });
}
