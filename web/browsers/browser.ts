import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What the journeys need from a browser, whatever its protocol. */
export interface Browser {
  name: string;
  goto: (url: string) => Promise<void>;
  /** Evaluates an expression in the page; its value has to be JSON. */
  run: (expression: string) => Promise<unknown>;
  /** What the window shows, as a PNG. */
  screenshot: () => Promise<Buffer>;
  quit: () => Promise<void>;
}

export async function stopped(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const over = once(program, "exit");
  program.kill();
  await over;
}

/** Retries until it succeeds, because a program that was just started needs a moment. */
export async function eventually<Value>(
  what: string,
  attempt: () => Promise<Value>,
  patience = 20_000,
): Promise<Value> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`In vain: ${what}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
