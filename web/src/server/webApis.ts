/**
 * The parts of the web platform that rendering needs and a bare V8 does not have. Nothing is sent from
 * here: `fetch` only notes what a page needs, and the server answers that before it renders again.
 */
import { answerKey } from "@/api/answers";
import "core-js/actual/atob";
import "core-js/actual/url";
import "core-js/actual/url-search-params";
import "core-js/actual/queue-microtask";

class PlainHeaders {
  readonly #values = new Map<string, string>();

  constructor(init: Iterable<[string, string]> | Record<string, string> = {}) {
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of entries) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  append(name: string, value: string): void {
    this.set(name, value);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

/** Never aborted: a render that takes too long is stopped from outside. */
class PlainSignal {
  readonly aborted = false;
  addEventListener(): void {}
  removeEventListener(): void {}
  throwIfAborted(): void {}
}

class PlainController {
  readonly signal = new PlainSignal();
  abort(): void {}
}

interface PlainInit {
  method?: string;
  body?: string;
  headers?: PlainHeaders;
  signal?: PlainSignal;
}

class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: PlainHeaders;
  readonly signal: PlainSignal;
  readonly body: string;

  constructor(input: string | URL, { method, body = "", headers, signal }: PlainInit = {}) {
    this.url = String(input);
    this.body = body;
    this.method = method ?? "GET";
    this.headers = new PlainHeaders(headers ?? {});
    this.signal = signal ?? new PlainSignal();
  }

  clone(): PlainRequest {
    return new PlainRequest(this.url, this);
  }

  text(): Promise<string> {
    return Promise.resolve(this.body);
  }
}

/** Only types to compare with: no response or form is made here. */
class PlainResponse {
  readonly status = 0;
}
class PlainForm {
  readonly entries = [];
}

const needed = new Set<string>();

/** Returns the requests that had no answer since the last call, as they are keys of answers. */
export function takeNeeded(): string[] {
  const requests = [...needed];
  needed.clear();
  return requests;
}

/** Notes a request; its promise stays pending. */
async function noteRequest(request: PlainRequest): Promise<never> {
  needed.add(await answerKey(request as unknown as Request));
  return new Promise(() => undefined);
}

Object.assign(globalThis, {
  Headers: PlainHeaders,
  AbortController: PlainController,
  AbortSignal: PlainSignal,
  Request: PlainRequest,
  Response: PlainResponse,
  FormData: PlainForm,
  fetch: noteRequest,
  // Timers are for later, and nothing happens later here; what is due at once still runs.
  setTimeout: (run: () => void, delay = 0) => {
    if (delay === 0) queueMicrotask(run);
    return 0;
  },
  clearTimeout: () => undefined,
  setInterval: () => 0,
  clearInterval: () => undefined,
});
