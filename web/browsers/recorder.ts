/** A proxy in front of the shop that records what goes wrong in a page, in the same way for every browser. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

const SCRIPT = "/recorder.js";
const REPORTS = "/recorder";

/**
 * What a shop without Google sign-in writes to the console, as specified; and what browsers report if an
 * observer of sizes is called again in the next frame, which is no error.
 */
const EXPECTED = /Failed to retrieve Google Client ID|ResizeObserver loop completed/;

/** Runs before all other scripts of a page. WebKit has no protocol that reports errors in pages. */
const RECORDING = `(() => {
  // Some browsers report what was still loading when a page is left, which no shopper sees.
  let isLeaving = false;
  addEventListener("beforeunload", () => {
    isLeaving = true;
    setTimeout(() => (isLeaving = false), 3000);
  });
  const report = (text) => !isLeaving && navigator.sendBeacon(${JSON.stringify(REPORTS)}, location.pathname + ": " + text);
  const written = (value) => (value instanceof Error ? value.name + ": " + value.message : String(value));
  addEventListener("error", ({ message, filename, lineno, target }) =>
    report(message === undefined
      ? "not loaded: " + (target.currentSrc || target.src || target.href)
      : "uncaught " + message + " at " + filename + ":" + lineno), { capture: true });
  addEventListener("unhandledrejection", ({ reason }) => report("unhandled rejection " + written(reason)));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    report("content security policy: " + effectiveDirective + " of " + blockedURI));
  const { error } = console;
  console.error = (...values) => (report("console: " + values.map(written).join(" ")), error(...values));
})();`;

export interface Recorder {
  /** Problems since the last call, in order. */
  take: () => string[];
  close: () => Promise<void>;
}

function withScript(html: string): string {
  return html.replace(/<head[^>]*>/, (head) => `${head}<script src="${SCRIPT}"></script>`);
}

async function passOn(from: IncomingMessage, to: ServerResponse, server: URL, problems: string[]) {
  const { url = "/", method = "GET", headers } = from;
  const outgoing = request(new URL(url, server), {
    method,
    // The page is read here, so it has to be uncompressed.
    headers: { ...headers, "accept-encoding": "identity" },
  });
  from.pipe(outgoing);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  const status = answer.statusCode ?? 500;
  if (status >= 500) problems.push(`${method} ${url}: ${status}`);
  const type = answer.headers["content-type"] ?? "";
  if (!type.startsWith("text/html") || status === 304) {
    to.writeHead(status, answer.headers);
    answer.pipe(to);
    return;
  }
  const page = withScript((await buffer(answer)).toString("utf8"));
  const head = { ...answer.headers, "content-length": String(Buffer.byteLength(page)) };
  delete head["transfer-encoding"];
  to.writeHead(status, head);
  to.end(page);
}

/** Serves the shop at `server` under `address`, with a script in each page that reports its problems. */
export async function startRecorder(address: URL, server: URL): Promise<Recorder> {
  let problems: string[] = [];
  const proxy = createServer((from, to) => {
    if (from.url === SCRIPT) {
      to.writeHead(200, { "content-type": "text/javascript" }).end(RECORDING);
    } else if (from.url === REPORTS) {
      void buffer(from).then((body) => {
        const report = body.toString("utf8");
        if (!EXPECTED.test(report)) problems.push(report);
      });
      to.writeHead(204).end();
    } else {
      passOn(from, to, server, problems).catch((error: unknown) => {
        // A browser that leaves a page ends its requests.
        if (!to.destroyed) problems.push(`${from.url ?? ""}: ${String(error)}`);
        to.destroy();
      });
    }
  });
  proxy.listen(Number(address.port), address.hostname);
  await once(proxy, "listening");
  return {
    take: () => {
      const taken = problems;
      problems = [];
      return taken;
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
