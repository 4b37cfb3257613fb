/** WebKitGTK, driven through Debian's WebKitWebDriver (WebDriver over HTTP). */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, clickAt, eventually, keysOf, stopped } from "./browser.ts";

const PROGRAMS = ["4.1", "4.0", "6.0"]
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
  .concat("/usr/bin/epiphany");

export async function openWebKit(port: number): Promise<Browser> {
  const binary = PROGRAMS.find((path) => existsSync(path));
  if (binary === undefined) throw new Error("No WebKitGTK browser is installed.");
  const program = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    // The sandbox needs privileges that a container does not have.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
  });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await eventually("to reach WebKitWebDriver", () => send("GET", "/status"));
  const options = { binary, args: ["--automation"] };
  const { sessionId, capabilities } = (await send("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const session = `/session/${sessionId}`;
  const resize = async (width: number, height: number) => {
    await send("POST", `${session}/window/rect`, { width, height });
  };
  await resize(1280, 900);
  const act = async (actions: object[]) => {
    await send("POST", `${session}/actions`, { actions });
  };
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    goto: async (url) => {
      await send("POST", `${session}/url`, { url });
    },
    run: async (expression) => {
      const answer = await send("POST", `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1];
          (async () => (${expression}))().then(
            (value) => done({ value: value === undefined ? null : value }),
            (error) => done({ error: String(error) }),
          );`,
        args: [],
      });
      const { value, error } = answer as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    resize,
    click: (x, y) => act(clickAt(x, y)),
    type: (text) => act(keysOf(text)),
    screenshot: async () =>
      Buffer.from(String(await send("GET", `${session}/screenshot`)), "base64"),
    quit: async () => {
      await send("DELETE", session);
      await stopped(program);
    },
  };
}
