import createClient from "openapi-fetch";
import { ApiError, networkError, offlineError, toApiError } from "./errors";
import type { paths } from "./schema";

/** What the frame does for all requests. */
interface Handlers {
  /** The session has ended: asks the operator to sign in again; false if the page was left for that. */
  signInAgain: () => Promise<boolean>;
  /** Asks the operator to prove their identity; false if they closed the dialog. */
  proveIdentity: () => Promise<boolean>;
}

let handlers: Handlers = {
  signInAgain: () => Promise.resolve(false),
  proveIdentity: () => Promise.resolve(false),
};
let csrfToken: string | null = null;

export function setHandlers(given: Handlers): void {
  handlers = given;
}

/** The token comes with the session and is sent with every request that changes something. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Requests that are also sent while nobody is signed in. */
const WITHOUT_SESSION = /\/api\/admin\/v1\/(session$|shop$|sign-in(\/|$)|first-owner$|links\/)/;

async function send(request: Request): Promise<Response> {
  if (!READS.has(request.method)) {
    // Changes are not queued: somebody else may have changed the record by then.
    if (!navigator.onLine) throw offlineError();
    if (!request.headers.has("Content-Type")) {
      request.headers.set("Content-Type", "application/json");
    }
    if (csrfToken !== null) request.headers.set("X-CSRF-Token", csrfToken);
  }
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw networkError();
  }
}

async function codeOf(response: Response): Promise<string> {
  try {
    const body = (await response.clone().json()) as { error?: { code?: string } | null };
    return body.error?.code ?? "";
  } catch {
    return "";
  }
}

let proving: Promise<boolean> | null = null;

/** Several requests may ask at once; the operator sees one dialog. */
function proveOnce(): Promise<boolean> {
  proving ??= handlers.proveIdentity().finally(() => (proving = null));
  return proving;
}

/**
 * Sends a request. If the session has ended, or it needs step-up authentication, asks for that and repeats it,
 * with the same headers and therefore the same idempotency key.
 */
async function sendAsOperator(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  if (response.status === 401 && !WITHOUT_SESSION.test(new URL(request.url).pathname)) {
    return (await handlers.signInAgain()) ? send(again) : response;
  }
  if (response.status !== 403 || (await codeOf(response)) !== "step_up_required") return response;
  return (await proveOnce()) ? send(again) : response;
}

/** Resolves relative URLs, which only a browser's own `fetch` does. */
class OperatorRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, window.location.origin) : input, init);
  }
}

/** The typed API client. All requests of the back office go through it. */
export const api = createClient<paths>({ fetch: sendAsOperator, Request: OperatorRequest });

interface CallResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The generated types omit an `output` that is always null. */
type OutputOf<Data> = Data extends { output: infer Output } ? Output : null;

export interface Versioned<Output> {
  output: Output;
  /** For `If-Match` when it is edited. */
  etag: string | null;
}

/** Returns the output of a call and its ETag. Throws an ApiError for an error response. */
export async function unwrapVersioned<Data>(
  call: Promise<CallResult<Data>>,
): Promise<Versioned<OutputOf<Data>>> {
  const { data, error, response } = await call;
  if (data === undefined) {
    if (error instanceof ApiError) throw error;
    throw toApiError(response, error);
  }
  const output = (data as { output?: OutputOf<Data> }).output ?? (null as OutputOf<Data>);
  return { output, etag: response.headers.get("ETag") };
}

/** Returns the output of a call. Throws an ApiError for an error response. */
export async function unwrap<Data>(call: Promise<CallResult<Data>>): Promise<OutputOf<Data>> {
  return (await unwrapVersioned(call)).output;
}

/** Returns the file of a call with `parseAs: "blob"` and its suggested name. */
export async function unwrapFile(
  call: Promise<CallResult<unknown>>,
): Promise<{ file: Blob; name: string }> {
  const { data, error, response } = await call;
  if (!(data instanceof Blob)) throw toApiError(response, error);
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { file: data, name: name ?? "file" };
}

/**
 * Calls an operation by its path, for code that has no generated types: screens of plug-ins. Returns the
 * output; throws an ApiError for an error response.
 */
export async function callPath(
  path: string,
  { method = "GET", body, headers, signal }: PathCall = {},
): Promise<unknown> {
  if (!path.startsWith("/api/")) throw new TypeError(`${path} is no path of the API.`);
  const response = await sendAsOperator(
    new OperatorRequest(path, {
      method,
      headers: { Accept: "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    }),
  );
  const answer = (await response.json().catch(() => null)) as { output?: unknown } | null;
  if (!response.ok) throw toApiError(response, answer);
  return answer?.output ?? null;
}

export interface PathCall {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A random Idempotency-Key. `randomUUID` exists in secure contexts only. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
