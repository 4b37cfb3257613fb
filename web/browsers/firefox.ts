/** Firefox ESR, driven by WebDriver BiDi. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, clickAt, eventually, keysOf, stopped } from "./browser.ts";

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

function connected(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => reject(new Error(`No Firefox at ${url}`)));
  });
}

/** How long Firefox may take to answer, in ms. */
const PATIENCE = 30_000;

/**
 * Sends commands and returns their responses. A command to a page that is left before it responds may
 * get none.
 */
function speaking(socket: WebSocket) {
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return async (method: string, params: object): Promise<unknown> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE).unref();
    });
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered.finally(() => waiting.delete(id));
    if (answer.type === "error") throw new Error(`${method}: ${answer.message ?? "refused"}`);
    return answer.result;
  };
}

export async function openFirefox(port: number): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "stallage-firefox-"));
  const program = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, `--remote-debugging-port=${port}`],
    { stdio: "ignore" },
  );
  const socket = await eventually("to reach Firefox", () =>
    connected(`ws://127.0.0.1:${port}/session`),
  );
  const send = speaking(socket);
  const { capabilities } = (await send("session.new", { capabilities: {} })) as {
    capabilities: { browserName: string; browserVersion: string };
  };
  const { contexts } = (await send("browsingContext.getTree", {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context ?? "";
  const resize = async (width: number, height: number) => {
    await send("browsingContext.setViewport", { context, viewport: { width, height } });
  };
  await resize(1280, 900);
  const act = async (actions: object[]) => {
    await send("input.performActions", { context, actions });
  };
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goto: async (url) => {
      // A page that is still changing its history may abort a navigation.
      await eventually(`to open ${url}`, () =>
        send("browsingContext.navigate", { context, url, wait: "complete" }),
      );
    },
    run: async (expression) => {
      const answer = (await send("script.evaluate", {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
      if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? "failed");
      return answer.result?.value === undefined
        ? undefined
        : (JSON.parse(answer.result.value) as unknown);
    },
    resize,
    click: (x, y) => act(clickAt(x, y)),
    type: (text) => act(keysOf(text)),
    screenshot: async () => {
      const { data } = (await send("browsingContext.captureScreenshot", { context })) as {
        data: string;
      };
      return Buffer.from(data, "base64");
    },
    quit: async () => {
      socket.close();
      await stopped(program);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
