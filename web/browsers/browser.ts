import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What the journeys need from a browser, whatever its protocol. */
export interface Browser {
  name: string;
  goto: (url: string) => Promise<void>;
  /** Evaluates an expression in the page; its value has to be JSON. */
  run: (expression: string) => Promise<unknown>;
  /** Changes the size of the page, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Presses the mouse at a place of the window, as a person does. */
  click: (x: number, y: number) => Promise<void>;
  /** Presses a key for each character. */
  type: (text: string) => Promise<void>;
  /** What the window shows, as a PNG. */
  screenshot: () => Promise<Buffer>;
  quit: () => Promise<void>;
}

/** The input of WebDriver for a click, the same for WebDriver BiDi. */
export function clickAt(x: number, y: number): object[] {
  const actions = [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }];
}

/** The input of WebDriver for a text. */
export function keysOf(text: string): object[] {
  const actions = Array.from(text).flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
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
