/**
 * The generic request: any method and path, an optional body, and the answer as JSON or as a file.
 * It serves what is told to callbacks rather than awaited; the typed calls of `client.ts` serve all else.
 */
import { sendAsVisitor } from "./client";
import { networkError } from "./errors";
import { shopOrigin } from "./origin";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Asking<Answer> {
  /** Without its leading slash: `api/blogs`. */
  path: string;
  method?: Method;
  body?: unknown;
  /** Ends the request, after which neither callback is called. */
  signal?: AbortSignal;
  onSuccess: (answer: Answer) => void;
  /** Is given the body of a refusal, or the error where no answer came. */
  onError: (error: unknown) => void;
}

type Reading<Answer> = (response: Response) => Promise<Answer>;

async function fetchOnce<Answer>(asking: Asking<Answer>): Promise<Response> {
  const { path, method = "GET", body, signal } = asking;
  const request = new Request(new URL(`/${path.replace(/^\/+/, "")}`, shopOrigin()), {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  try {
    return await sendAsVisitor(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw networkError();
  }
}

/** A read that got no answer is asked once more; a change may have been made, and is not. */
async function fetchAnswer<Answer>(asking: Asking<Answer>): Promise<Response> {
  try {
    return await fetchOnce(asking);
  } catch (error) {
    if ((asking.method ?? "GET") !== "GET" || asking.signal?.aborted === true) throw error;
    return fetchOnce(asking);
  }
}

/** The body of a refusal as it came, JSON or not. */
async function refusalBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function request<Answer>(asking: Asking<Answer>, read: Reading<Answer>): Promise<void> {
  let answer: Answer;
  try {
    const response = await fetchAnswer(asking);
    if (!response.ok) {
      const body = await refusalBody(response);
      if (asking.signal?.aborted !== true) asking.onError(body);
      return;
    }
    answer = await read(response);
  } catch (error) {
    if (asking.signal?.aborted !== true) asking.onError(error);
    return;
  }
  if (asking.signal?.aborted !== true) asking.onSuccess(answer);
}

/** Asks for JSON. Settles when a callback has been called; it never fails by itself. */
export function requestJson<Answer = unknown>(asking: Asking<Answer>): Promise<void> {
  return request(asking, (response) => response.json() as Promise<Answer>);
}

/** Asks for a file. */
export function requestBlob(asking: Asking<Blob>): Promise<void> {
  return request(asking, (response) => response.blob());
}
