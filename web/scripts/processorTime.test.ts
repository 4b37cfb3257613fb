import { describe, expect, it } from "vitest";
import { byProcessorTime, type TimedEvent } from "./processorTime";

function event(name: string, ts: number, dur?: number, tdur?: number, tid = 1): TimedEvent {
  const shared = { name, pid: 1, tid, ts };
  if (dur === undefined) return { ...shared, ph: "I" };
  return tdur === undefined ? { ...shared, ph: "X", dur } : { ...shared, ph: "X", dur, tdur };
}

const times = (events: readonly TimedEvent[]) =>
  byProcessorTime(events).map(({ ts, dur }) => [ts, dur]);

describe("tasks by processor time", () => {
  it("are as long as their threads worked, with what they contain", () => {
    const task = [event("RunTask", 100, 80, 20), event("Layout", 120, 40, 15), event("mark", 160)];
    expect(times(task)).toEqual([
      [100, 20],
      [105, 10],
      [115, undefined],
    ]);
  });

  it("leave alone what is outside of tasks and on other threads", () => {
    const others = [event("RunTask", 0, 100, 50), event("mark", 40, 4, 4, 2), event("mark", 100)];
    expect(times(others)).toEqual([
      [0, 50],
      [40, 4],
      [100, undefined],
    ]);
  });

  it("contain a task that began in another one", () => {
    expect(times([event("RunTask", 0, 100, 50), event("RunTask", 50, 100, 90)])).toEqual([
      [0, 50],
      [25, 50],
    ]);
  });

  it("take the time by the clock where the thread's is not known or longer", () => {
    expect(times([event("RunTask", 0, 10), event("RunTask", 20, 10, 12)])).toEqual([
      [0, 10],
      [20, 10],
    ]);
  });
});
